import type { z } from 'zod';
import type { callMessageResponse } from '#contract/calls.ts';
import type { LiveCallEvent, sayRequest, transferRequest, whisperRequest } from '#contract/live-call.ts';
import { request } from '../lib/api/request.ts';

type Answer = z.output<typeof callMessageResponse>;

/** A request to a running call. Use the same key for each retry. */
interface Sent<Body> {
  callId: number;
  body: Body;
  idempotencyKey: string;
}

const post = <Body>(name: string, { callId, body, idempotencyKey }: Sent<Body>): Promise<Answer> =>
  request(`/user/calls/${callId}/${name}`, { method: 'POST', body, idempotencyKey });

export const sayInCall = (sent: Sent<z.input<typeof sayRequest>>): Promise<Answer> => post('say', sent);

export const whisperInCall = (sent: Sent<z.input<typeof whisperRequest>>): Promise<Answer> =>
  post('whisper', sent);

export const transferCall = (sent: Sent<z.input<typeof transferRequest>>): Promise<Answer> =>
  post('transfer', sent);

type Type = LiveCallEvent['type'];

const HEARD = ['transcript.partial', 'transcript.final'] as const satisfies readonly Type[];

export type SpeechEvent = Extract<LiveCallEvent, { type: (typeof HEARD)[number] }>;

/**
 * Follows the speech of a call from beginning to end. Browsers reconnect and resume automatically.
 * @returns a function that stops it
 */
export function followSpeech(callId: number, listener: (event: SpeechEvent) => void): () => void {
  const source = new EventSource(`/api/user/calls/${callId}/events`);
  for (const name of HEARD) {
    source.addEventListener(name, ({ data }) => listener(asSpeech(data)));
  }
  // Otherwise the browser would reopen the stream, which the server closes after the call.
  source.addEventListener('call.ended' satisfies Type, () => source.close());
  return () => source.close();
}

/** Not validated here: the server's tests check every event against its schema. */
function asSpeech(data: unknown): SpeechEvent {
  return JSON.parse(String(data)) as SpeechEvent;
}
