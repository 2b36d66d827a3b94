import { z } from 'zod';
import type { BROWSER_SAMPLE_RATE_HZ } from './browser-call.ts';
import { transferTarget } from './built-in-tools.ts';
import { CALL_STATUSES, callView } from './calls.ts';
import { functionCall } from './conversations.ts';
import { flag, text } from './fields.ts';
import { isoTimestamp } from './timestamps.ts';

/** `bot` is the assistant's side; `speaker` is set if a supervisor spoke on that side. */
const speech = z.object({
  sender: z.enum(['bot', 'human']),
  speaker: z.literal('supervisor').optional(),
  text: z.string(),
});

/** The data of each event of a call, by type. */
const LIVE_CALL_DATA = {
  'call.status': z
    .object({ status: z.enum(CALL_STATUSES) })
    .describe('The call has this status since `timestamp`.'),
  'call.ended': z
    .object({
      status: z.enum(CALL_STATUSES),
      end_reason: z.string().nullable(),
      duration: z.int().describe('Seconds since the answer; 0 if the call was not answered.'),
    })
    .describe('The last event.'),
  /** Speech in progress. Replaces the previous text of the same sender. Not stored, so a resumed stream lacks it. */
  'transcript.partial': speech,
  'transcript.final': speech,
  /** Latency of one answer, as in `callView.latency`. */
  'turn.answered': callView.shape.latency.element.omit({ at_ms: true }),
  'tool.called': functionCall.extend({ failed: z.boolean(), duration_ms: z.int() }),
  'provider.failed': z
    .object({ reason: z.string(), by: z.string().nullable() })
    .describe('`by`: code of the provider that took over; null if none did.'),
  'model.replaced': z.object({ model: z.string(), by: z.string() }),
  'call.interrupted': z.object({}).describe('The customer interrupted the assistant.'),
  'call.answered_by': z.object({ answered_by: z.enum(['human', 'machine', 'unknown']) }),
  'call.transferred': callView.shape.transfers.element.omit({ at_ms: true }),
  'digit.pressed': z.object({ digit: z.string() }),
  'supervisor.note': z
    .object({ text: z.string() })
    .describe('A whisper: an instruction to the assistant that the customer has not heard.'),
  'supervisor.joined': z.object({}),
  'supervisor.left': z.object({}),
} as const;

export type LiveCallType = keyof typeof LIVE_CALL_DATA;

export type LiveCallData<Type extends LiveCallType> = z.output<(typeof LIVE_CALL_DATA)[Type]>;

export type LiveCallEvent = {
  [Type in LiveCallType]: { type: Type; id: string; timestamp: string; data: LiveCallData<Type> };
}[LiveCallType];

function eventOf<Type extends LiveCallType>(type: Type) {
  return z.object({
    type: z.literal(type),
    id: z.string(),
    timestamp: isoTimestamp,
    data: LIVE_CALL_DATA[type],
  });
}

export const liveCallEvent = z
  .discriminatedUnion('type', [
    eventOf('call.status'),
    eventOf('call.ended'),
    eventOf('transcript.partial'),
    eventOf('transcript.final'),
    eventOf('turn.answered'),
    eventOf('tool.called'),
    eventOf('provider.failed'),
    eventOf('model.replaced'),
    eventOf('call.interrupted'),
    eventOf('call.answered_by'),
    eventOf('call.transferred'),
    eventOf('digit.pressed'),
    eventOf('supervisor.note'),
    eventOf('supervisor.joined'),
    eventOf('supervisor.left'),
  ])
  .describe('A server-sent event of a call. Its name is `type`; its SSE id, if it is stored, is `id`.');

/**
 * Text messages of `/user/calls/{id}/listen`. Binary messages are frames of 20 ms in the format of the first message:
 * samples of the channels, interleaved. `assistant` is everything that the customer hears. Ignore unknown types.
 */
export type ListenMessage =
  | {
      type: 'format';
      encoding: 'pcm_s16le';
      sample_rate: 8000 | 16000;
      channels: readonly ['customer', 'assistant'];
    }
  /** The last message; the call has ended. */
  | { type: 'ended' };

/**
 * Text messages to the supervisor on `/user/calls/{id}/take-over`. Binary messages carry audio in both directions: PCM,
 * 16-bit little-endian, mono, 16 kHz, any length. Ignore unknown types.
 */
export type TakeOverMessage =
  /** The first message: the customer hears the supervisor from now on. */
  | { type: 'ready'; sample_rate: typeof BROWSER_SAMPLE_RATE_HZ }
  /** The last message: the customer is back with the assistant, or the call has ended. */
  | { type: 'ended' };

export const fromSupervisor = z
  .discriminatedUnion('type', [
    /** Gives the customer back to the assistant. */
    z.object({ type: z.literal('leave') }),
    /** Ends the call. */
    z.object({ type: z.literal('hang-up') }),
  ])
  .describe('Text messages from the supervisor. Closing the connection is the same as `leave`.');

const MAX_SPOKEN_CHARACTERS = 2_000;

export const sayRequest = z
  .object({ text: text(MAX_SPOKEN_CHARACTERS), interrupt: flag().nullish() })
  .describe(
    '`interrupt`: stops the assistant and speaks at once. Otherwise the text is spoken in the next pause.',
  );

export const whisperRequest = z.object({ text: text(MAX_SPOKEN_CHARACTERS) });

export const transferRequest = z
  .object({
    phone_number: transferTarget(),
    message: text(MAX_SPOKEN_CHARACTERS).nullish(),
    warm: flag().nullish(),
    briefing: text(MAX_SPOKEN_CHARACTERS)
      .nullish()
      .describe('Said to the person before the customer is connected; with `warm` only.'),
  })
  .describe(
    "`phone_number`: an international number, or a SIP address that the call's outbound route can reach. `message`: said to the customer before the transfer. `warm`: the server dials and briefs the person before it connects the customer; if a machine answers, the customer returns to the assistant.",
  );

export const hangUpRequest = z
  .object({ message: text(MAX_SPOKEN_CHARACTERS).nullish() })
  .describe('`message`: said to the customer before the call ends.');
