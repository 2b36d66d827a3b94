/** VAD stream of one call. */
export interface VoiceActivityStream {
  /** Mono PCM at 8 kHz, any length, in order; `endMs` is the position of its end on the call timeline. */
  push(samples: Int16Array, endMs: number): void;
  /** Resets the state, for example after a transfer. */
  reset(): void;
  close(): void;
}

/** Level of a frame as a whole and the silence at its end. */
export interface FrameLevels {
  trailingSilenceMs: number;
  levelDbfs: number;
}

/** Speech probability (0 to 1) of the 32 ms frame (256 samples) that ends at `endMs`. */
export type VoiceActivityListener = (probability: number, endMs: number, sound: FrameLevels) => void;

/** VAD for all calls of a process; their frames are processed in batches. */
export interface VoiceActivityDetector {
  open(listener: VoiceActivityListener): VoiceActivityStream;
  close(): Promise<void>;
}
