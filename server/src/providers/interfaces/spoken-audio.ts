/** Mono 16-bit PCM. */
export interface SpokenAudio {
  samples: Int16Array;
  sampleRateHz: number;
}
