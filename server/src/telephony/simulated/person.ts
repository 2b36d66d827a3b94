import type { DialFailure } from '../../voice/legs/outbound-route.ts';

/** One thing that a person does on the telephone; the next begins when it is over. */
export type PersonStep =
  | { type: 'wait'; ms: number }
  /** Until the other side has said something and has been quiet for `quietMs`; no longer than `atMostMs` in all. */
  | { type: 'listen'; quietMs: number; atMostMs: number }
  /** Until the other side has been speaking for `speakingMs` without a pause; no longer than `atMostMs`. */
  | { type: 'let-speak'; speakingMs: number; atMostMs: number }
  /** Speaks a text with the voice that the carrier was given. */
  | { type: 'say'; text: string }
  | { type: 'tone'; frequencyHz: number; ms: number }
  /** White noise. */
  | { type: 'noise'; ms: number; levelDbfs: number }
  | { type: 'press'; digits: string }
  /** Text in place of speech. */
  | { type: 'type'; text: string }
  | { type: 'hang-up' };

/** What a call to a person comes to. */
export type PickUp =
  | { type: 'answers'; afterMs: number }
  /** It rings for as long as the caller likes. */
  | { type: 'no-answer' }
  | {
      type: 'fails';
      failure: Extract<DialFailure, 'busy' | 'rejected' | 'invalid-number' | 'unavailable'>;
      /** As a carrier would name it: a SIP status. */
      code: string;
      afterMs: number;
    };

/** Somebody at the other end of the simulated network. When the script is over they stay on the line, silent. */
export interface Person {
  pickUp: PickUp;
  script: readonly PersonStep[];
  /** Noise behind everything that they do; null: a quiet room. */
  backgroundDbfs: number | null;
}

/** Speaks for people: mono PCM at 8 kHz. */
export type PersonVoice = (text: string, signal: AbortSignal) => Promise<Int16Array>;

/** Two numbers answer alike when they end alike; see docs/guides/sandbox-calls.md. */
export type Population = (number: string) => Person;
