import type { IncomingMessage, ServerResponse } from 'node:http';
import { parseJsonObject } from '../../src/providers/kit/json-parts.ts';
import { startLoopbackServer } from './loopback-server.ts';
import { tone } from './speech.ts';

/** Scripted response to a request. */
export type AudioFate =
  | { kind: 'answer' }
  | { kind: 'status'; status: number }
  | { kind: 'hang' }
  /** Sends half of the response, then breaks the connection. */
  | { kind: 'truncated' }
  /** 200 with unexpected content. */
  | { kind: 'garbage'; contentType: string; body: string }
  /** A transcript with this text. */
  | { kind: 'transcript'; text: string; language?: string };

export interface AudioServer {
  /** Ends with `/v1`. */
  baseUrl: string;
  /** Responses to the next requests, in order; later ones succeed. */
  script(...fates: AudioFate[]): void;
  /** JSON bodies of the speech requests. */
  speeches: Record<string, unknown>[];
  /** Forms with recordings, as text (one character per byte). */
  forms: string[];
  authorizations: (string | undefined)[];
  /** Number of pending requests. */
  open(): number;
  close(): Promise<void>;
}

/** OpenAI's `/audio/speech` (each word 100 ms at 24 kHz) and `/audio/transcriptions` on loopback. */
export async function startAudioServer(): Promise<AudioServer> {
  const fates: AudioFate[] = [];
  const speeches: Record<string, unknown>[] = [];
  const forms: string[] = [];
  const authorizations: (string | undefined)[] = [];
  let open = 0;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    open += 1;
    response.on('close', () => {
      open -= 1;
    });
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(Buffer.from(part));
    const body = Buffer.concat(parts);
    authorizations.push(request.headers.authorization);
    const fate = fates.shift() ?? { kind: 'answer' };
    if (request.url === '/v1/audio/speech') {
      const speech = parseJsonObject(body.toString()) ?? {};
      speeches.push(speech);
      const words = String(speech['input']).trim().split(/\s+/).length;
      respond(response, fate, {
        contentType: 'audio/pcm',
        body: Buffer.from(tone(words * 100, 24_000).buffer),
      });
    } else {
      forms.push(body.toString('latin1'));
      const transcript =
        fate.kind === 'transcript' ? { text: fate.text, language: fate.language } : { text: '' };
      respond(response, fate, {
        contentType: 'application/json',
        body: Buffer.from(JSON.stringify(transcript)),
      });
    }
  };
  const server = await startLoopbackServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  return {
    baseUrl: `${server.origin}/v1`,
    speeches,
    forms,
    authorizations,
    script: (...given) => fates.push(...given),
    open: () => open,
    close: server.close,
  };
}

function respond(
  response: ServerResponse,
  fate: AudioFate,
  { contentType, body }: { contentType: string; body: Buffer },
): void {
  switch (fate.kind) {
    case 'hang':
      return;
    case 'status':
      response.writeHead(fate.status).end('{"error":{"message":"scripted"}}');
      return;
    case 'garbage':
      response.writeHead(200, { 'content-type': fate.contentType }).end(fate.body);
      return;
    case 'truncated':
      response.writeHead(200, { 'content-type': contentType, 'content-length': body.length });
      response.write(body.subarray(0, Math.floor(body.length / 2)), () => response.destroy());
      return;
    default:
      response.writeHead(200, { 'content-type': contentType }).end(body);
  }
}
