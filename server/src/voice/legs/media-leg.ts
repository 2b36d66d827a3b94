/** Length of every frame, in and out. */
export const FRAME_MS = 20;

/** Telephones speak 8 kHz, browsers 16 kHz. */
export type SampleRateHz = 8000 | 16000;

/** Samples of one frame at a rate. */
export function frameSamples(sampleRateHz: SampleRateHz): number {
  return (sampleRateHz * FRAME_MS) / 1000;
}

/** Why a leg is over. */
export type LegEnd =
  /** The person, or the carrier on their behalf, hung up. */
  | { kind: 'remote-hang-up' }
  /** We hung up. */
  | { kind: 'local-hang-up' }
  /** A blind transfer took the person elsewhere. */
  | { kind: 'transferred' }
  /** Nothing arrives any more, or the connection broke. */
  | { kind: 'lost'; reason: string };

export interface LegListener {
  /**
   * One frame of what the person says: mono PCM, 20 ms at the leg's rate, in order, as early as it can be had. Lost frames
   * are concealed before they get here. The array is the listener's own.
   * @param positionMs where the frame begins on the leg's own timeline, from its start; silence that was not sent leaves gaps
   * @param waitedMs so long ago it came, as nobody listened yet; absent: it comes now
   */
  audio(frame: Int16Array, positionMs: number, waitedMs?: number): void;
  /** One key, once per press: 0–9, *, #, A–D. Its tone is not in the audio, but for 40 ms where it is known by the tone alone. */
  digit(digit: string): void;
  /** Words that the person typed in place of speaking them. */
  typed(text: string): void;
  /** What the person has just said aloud, where their words are known: for whoever cannot understand the sound. */
  worded?(text: string): void;
  /** The other side has put the call on hold and does not hear us, or has taken it back; told when it changes. */
  held?(isHeld: boolean): void;
  /** So many milliseconds of what was sent last will not be played any more: the stream that carried them is gone. */
  lostSound?(ms: number): void;
  /** The last call of a leg, exactly once, also after `hangUp`. */
  ended(end: LegEnd): void;
}

/** What became of a blind transfer that the leg's carrier was asked for. */
export type TransferOutcome =
  | { kind: 'transferred' }
  /** The carrier tried in vain, or nobody knows what it did. `isBusy`: it says that somebody is on the phone there. */
  | { kind: 'refused'; reason: string; isBusy?: boolean }
  /** Nobody tried, as this kind of leg cannot, or its carrier will not: whoever asks bridges a second leg instead. */
  | { kind: 'untried' };

/** What became of keys that were to be pressed; the reason is a sentence that the assistant may pass on. */
export type KeysOutcome = { kind: 'pressed' } | { kind: 'refused'; reason: string };

/**
 * One side of a call that is up: a telephone, a browser or a stand-in for one. It knows packets, codecs and a far end, and
 * nothing of assistants. Nothing here throws for what the far end does; every method may be called after the end, and then
 * does nothing.
 */
export interface MediaLeg {
  readonly kind: 'sip' | 'media-stream' | 'browser' | 'simulated';
  readonly sampleRateHz: SampleRateHz;
  /** Hands everything that arrives to the listener from now on; called once. What came before is kept for at most a second. */
  start(listener: LegListener): void;
  /**
   * The next 20 ms that the person hears. The media clock calls this once per 20 ms; the leg does not pace.
   * @returns false: the frame was not sent, and nobody hears it, as the call is on hold, there is no stream, keys go out in its place or too much waits
   */
  send(frame: Int16Array): boolean;
  /** How much of what was sent has certainly not been played yet; 0 where frames are played as they leave. */
  unplayedMs(): number;
  /** Throws away what was sent and is not played yet; returns how much that was, in milliseconds. */
  clear(): number;
  /** Sends keys (0–9, *, #, A–D; `w` waits half a second); resolves when they are out, or never will be. */
  sendDigits(digits: string): Promise<KeysOutcome>;
  /** Asks the carrier to connect the person with somebody else (E.164 or a SIP address) and to let us go. */
  transfer(target: string, signal: AbortSignal): Promise<TransferOutcome>;
  hangUp(): void;
  /** What another process hangs the call up with, should this one die; absent: its carrier notices by itself; null: it is over. */
  pendingHangUp?(): string | null;
}
