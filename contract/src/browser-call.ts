import { z } from 'zod';

/**
 * A browser call over one WebSocket. Binary messages carry audio in both directions: PCM, 16-bit little-endian, mono,
 * 16 kHz, any length. Text messages are JSON objects with a `type`; ignore unknown types.
 */
export const BROWSER_SAMPLE_RATE_HZ = 16_000;

/** Maximum size of a message from the browser, audio or text. */
export const MAX_BROWSER_MESSAGE_BYTES = 65_536;

export const MAX_TYPED_CHARACTERS = 2_000;

/** Messages from the browser. */
export const fromBrowser = z.discriminatedUnion('type', [
  /** Typed text, used as if the caller had spoken it. */
  z.object({ type: z.literal('typed'), text: z.string().trim().min(1).max(MAX_TYPED_CHARACTERS) }),
  /** A DTMF key, sent once per press. */
  z.object({ type: z.literal('digit'), digit: z.string().regex(/^[0-9*#A-D]$/) }),
  /**
   * Playback position: milliseconds of received audio that were played, or discarded after a `clear`. Send it a few
   * times a second during playback.
   */
  z.object({ type: z.literal('played'), ms: z.number().nonnegative() }),
  z.object({ type: z.literal('hang-up') }),
]);

export type FromBrowser = z.output<typeof fromBrowser>;

/** Messages to the browser that control the call; messages for display are in `calls.ts`. */
export const toBrowser = z.discriminatedUnion('type', [
  /** The first message. Audio may be sent from now on. */
  z.object({ type: z.literal('ready'), sampleRate: z.literal(BROWSER_SAMPLE_RATE_HZ) }),
  /** Discard all buffered audio immediately. */
  z.object({ type: z.literal('clear') }),
  /** The assistant sends DTMF keys. */
  z.object({ type: z.literal('digits'), digits: z.string() }),
  /** The last message; the call has ended. */
  z.object({ type: z.literal('ended'), reason: z.string() }),
]);

export type ToBrowser = z.output<typeof toBrowser>;
