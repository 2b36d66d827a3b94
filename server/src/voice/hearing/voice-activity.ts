/** Hears for one call whether somebody speaks. */
export interface VoiceActivityStream {
  /** Mono PCM at 8 kHz, any length, in order; `endMs` is where it ends on the caller's timeline. */
  push(samples: Int16Array, endMs: number): void;
  /** Forgets what was heard: after a transfer, for example. */
  reset(): void;
  close(): void;
}

/** What a piece sounds like, whatever it is: so much of its end is quiet, and how loud it is as a whole. */
export interface PieceSound {
  quietMs: number;
  levelDbfs: number;
}

/** How likely it is that speech is in the 32 ms (256 samples) that end at `endMs`. 0 to 1. */
export type VoiceActivityListener = (probability: number, endMs: number, sound: PieceSound) => void;

/** One for all calls of a process: frames of all calls are judged together. */
export interface VoiceActivityDetector {
  open(listener: VoiceActivityListener): VoiceActivityStream;
  close(): Promise<void>;
}
