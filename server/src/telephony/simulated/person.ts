import type { DialFailure } from '../../voice/legs/outbound-route.ts';

/** A step of a person's script; steps run one after another. */
export type PersonStep =
  | { type: 'wait'; ms: number }
  /** Waits until the other side has spoken and then been quiet for `quietMs`, at most `atMostMs`. */
  | { type: 'listen'; quietMs: number; atMostMs: number }
  /** Waits until the other side has spoken for `speakingMs` without a pause, at most `atMostMs`. */
  | { type: 'let-speak'; speakingMs: number; atMostMs: number }
  /** Speaks a text with the carrier's voice. */
  | { type: 'say'; text: string }
  | { type: 'tone'; frequencyHz: number; ms: number }
  /** White noise. */
  | { type: 'noise'; ms: number; levelDbfs: number }
  | { type: 'press'; digits: string }
  /** Sends text instead of speech. */
  | { type: 'type'; text: string }
  | { type: 'hang-up' };

/** How a call to a person is answered. */
export type PickUp =
  | { type: 'answers'; afterMs: number }
  /** Rings until the caller gives up. */
  | { type: 'no-answer' }
  | {
      type: 'fails';
      failure: Extract<DialFailure, 'busy' | 'rejected' | 'invalid-number' | 'unavailable'>;
      /** SIP status of the failure. */
      code: string;
      afterMs: number;
    };

/** A simulated callee, who stays on the line in silence after the script. */
export interface Person {
  pickUp: PickUp;
  script: readonly PersonStep[];
  /** Background noise level; null for silence. */
  backgroundDbfs: number | null;
}

/** Synthesizes speech as mono PCM at 8 kHz. */
export type PersonVoice = (text: string, signal: AbortSignal) => Promise<Int16Array>;

/** Returns the person who gets a call to a number. */
export type Population = (number: string) => Person;
