import { z } from 'zod';

/**
 * A call in the browser, over one WebSocket. Binary messages are sound: PCM, 16 bits little endian, mono, 16,000 samples
 * a second, of any length, in both directions. Text messages are JSON objects with a `type`; those of a type that a
 * side does not know are passed over.
 */
export const BROWSER_SAMPLE_RATE_HZ = 16_000;

/** The longest message that a browser may send, sound or text. */
export const MAX_BROWSER_MESSAGE_BYTES = 65_536;

export const MAX_TYPED_CHARACTERS = 2_000;

/** What a browser tells. */
export const fromBrowser = z.discriminatedUnion('type', [
  /** Words in place of spoken ones. */
  z.object({ type: z.literal('typed'), text: z.string().trim().min(1).max(MAX_TYPED_CHARACTERS) }),
  /** A key of a telephone, once per press. */
  z.object({ type: z.literal('digit'), digit: z.string().regex(/^[0-9*#A-D]$/) }),
  /**
   * How much of the sound that came so far is no longer waiting: milliseconds from the first on that were played, or
   * thrown away after a `clear`. Send it a few times a second while sound plays.
   */
  z.object({ type: z.literal('played'), ms: z.number().nonnegative() }),
  z.object({ type: z.literal('hang-up') }),
]);

export type FromBrowser = z.output<typeof fromBrowser>;

/** What a browser is told beside what is for display. */
export const toBrowser = z.discriminatedUnion('type', [
  /** The first message: sound may flow. */
  z.object({ type: z.literal('ready'), sampleRate: z.literal(BROWSER_SAMPLE_RATE_HZ) }),
  /** Throw away the sound that waits, at once. */
  z.object({ type: z.literal('clear') }),
  /** The assistant presses keys. */
  z.object({ type: z.literal('digits'), digits: z.string() }),
  /** The last message. */
  z.object({ type: z.literal('ended'), reason: z.string() }),
]);

export type ToBrowser = z.output<typeof toBrowser>;
