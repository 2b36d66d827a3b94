import { z } from 'zod';

/**
 * A browser call over one WebSocket. Binary messages carry audio in both directions: PCM, 16-bit little-endian, mono,
 * 16 kHz, any length. Text messages are JSON objects with a `type`; ignore unknown types.
 *
 * A browser hangs up by closing with code 1000, 1001 or no code. If the connection breaks otherwise and `ready` had a
 * `resume` token, the call waits 15 seconds for a new connection to the same URL with the query `?resume=<token>`. It
 * begins with `ready`, too. The latest connection replaces earlier ones, which are closed with code 4000.
 */
export const BROWSER_SAMPLE_RATE_HZ = 16_000;

/** Maximum size of a message from the browser, audio or text. */
export const MAX_BROWSER_MESSAGE_BYTES = 65_536;

export const MAX_TYPED_CHARACTERS = 2_000;

/** Time that a call waits for a new connection. */
export const RESUME_WITHIN_MS = 15_000;

/** Query parameter with the token of a call that is resumed. */
export const RESUME_PARAMETER = 'resume';

/** Close code of a connection that was replaced by a later one. */
export const REPLACED_CODE = 4000;

/** Messages from the browser. */
export const fromBrowser = z.discriminatedUnion('type', [
  /** Typed text, used as if the caller had spoken it. */
  z.object({ type: z.literal('typed'), text: z.string().trim().min(1).max(MAX_TYPED_CHARACTERS) }),
  /** A DTMF key, sent once per press. */
  z.object({ type: z.literal('digit'), digit: z.string().regex(/^[0-9*#A-D]$/) }),
  /**
   * Playback position: milliseconds of audio received over this connection that were played, or discarded after a
   * `clear`. Send it a few times a second during playback. Audio that was not played when a connection breaks is sent
   * again over the next one.
   */
  z.object({ type: z.literal('played'), ms: z.number().nonnegative() }),
  z.object({ type: z.literal('hang-up') }),
]);

export type FromBrowser = z.output<typeof fromBrowser>;

/** Messages to the browser that control the call; messages for display are in `calls.ts`. */
export const toBrowser = z.discriminatedUnion('type', [
  /** The first message of a connection. Audio may be sent from now on. `resume`: absent if the call cannot resume. */
  z.object({
    type: z.literal('ready'),
    sampleRate: z.literal(BROWSER_SAMPLE_RATE_HZ),
    resume: z.string().optional(),
  }),
  /** Discard all buffered audio immediately. */
  z.object({ type: z.literal('clear') }),
  /** The assistant sends DTMF keys. */
  z.object({ type: z.literal('digits'), digits: z.string() }),
  /** The last message; the call has ended. */
  z.object({ type: z.literal('ended'), reason: z.string() }),
]);

export type ToBrowser = z.output<typeof toBrowser>;
