import type { RequestHeaders } from './request-headers.ts';

/** Frame length in both directions. */
export const FRAME_MS = 20;

/** 8 kHz for phones, 16 kHz for browsers and phones with G.722. */
export type SampleRateHz = 8000 | 16000;

export function frameSamples(sampleRateHz: SampleRateHz): number {
  return (sampleRateHz * FRAME_MS) / 1000;
}

export type LegEnd =
  /** The remote side or its carrier hung up. */
  | { kind: 'remote-hang-up' }
  | { kind: 'local-hang-up' }
  /** The person was transferred elsewhere. */
  | { kind: 'transferred' }
  /** No more media arrives, or the connection broke. */
  | { kind: 'lost'; reason: string };

export interface LegListener {
  /**
   * One frame of audio from the person: mono PCM, 20 ms at the sample rate of the leg, in order, as early as possible.
   * Lost frames are already concealed. The listener owns the array.
   * @param positionMs start of the frame on the timeline of the leg; untransmitted silence leaves gaps
   * @param waitedMs how long the frame was buffered before `start`; absent if it just arrived
   */
  audio(frame: Int16Array, positionMs: number, waitedMs?: number): void;
  /**
   * One DTMF digit per key press: 0–9, *, #, A–D. Its tone is removed from the audio, except for 40 ms with in-band
   * DTMF.
   */
  digit(digit: string): void;
  /** Text typed by the person instead of speaking. */
  typed(text: string): void;
  /** Transcript of what the person just said, if the leg knows it (simulated calls); for engines without STT. */
  transcribed?(text: string): void;
  /** The remote side put us on hold, or its connection broke; `false` when it is back. */
  holdChanged?(isHeld: boolean): void;
  /** The last `ms` of sent audio will not be played, because the stream is gone. */
  audioLost?(ms: number): void;
  /** Final event, exactly once, even after `hangUp`. */
  ended(end: LegEnd): void;
}

export type TransferOutcome =
  | { kind: 'transferred' }
  /** The carrier failed, or its result is unknown. `isBusy` if the target is busy. */
  | { kind: 'refused'; reason: string; isBusy?: boolean }
  /** Not attempted: this kind of leg or its carrier cannot transfer. The caller bridges a second leg instead. */
  | { kind: 'untried' };

/** Outcome of sending DTMF; the reason is a sentence the assistant may repeat. */
export type KeysOutcome = { kind: 'pressed' } | { kind: 'refused'; reason: string };

/**
 * One side of an established call: phone, browser or simulation. It handles packets and codecs and knows nothing of
 * assistants. It never throws for remote behavior; after the end all methods are no-ops.
 */
export interface MediaLeg {
  readonly kind: 'sip' | 'media-stream' | 'browser' | 'simulated';
  readonly sampleRateHz: SampleRateHz;
  /**
   * Delivers everything received to the listener from now on; called once. Up to a second of earlier audio is
   * buffered.
   */
  start(listener: LegListener): void;
  /**
   * Sends the next 20 ms. The leg does not pace: the media clock calls this every 20 ms.
   * @returns false if the frame was not sent: on hold, no stream, DTMF being sent, or the buffer is full
   */
  send(frame: Int16Array): boolean;
  /** Sent audio that is certainly not played yet; 0 for legs without a playout buffer. */
  unplayedMs(): number;
  /** Discards sent audio that is not played yet; returns its duration in ms. */
  clear(): number;
  /** Sends DTMF (0–9, *, #, A–D; `w` waits half a second). Resolves when all is sent, or cannot be sent. */
  sendDigits(digits: string): Promise<KeysOutcome>;
  /** Blind transfer by the carrier to E.164 or a SIP address. */
  transfer(target: string, signal: AbortSignal, headers?: RequestHeaders): Promise<TransferOutcome>;
  hangUp(): void;
  /**
   * How another process can hang the call up if this one dies. Absent if the carrier notices by itself. Null if the
   * call has ended.
   */
  pendingHangUp?(): string | null;
  /** Calls `replaced` each time another phone has taken the remote side's place, so that `pendingHangUp` has changed. */
  whenReplaced?(replaced: () => void): void;
}
