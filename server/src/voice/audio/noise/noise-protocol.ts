/** Frames of several calls, in order; the buffers go with it. */
export interface NoiseBatch {
  type: 'clean';
  /** Whose frame each is. */
  streams: Int32Array<ArrayBuffer>;
  /** One frame after the other, each as long as its call's rate makes 20 ms. */
  samples: Int16Array<ArrayBuffer>;
}

export type NoiseRequest =
  | { type: 'open'; stream: number; sampleRateHz: number }
  | NoiseBatch
  | { type: 'forget'; stream: number };

export type NoiseReply =
  | { type: 'ready' }
  /** As many samples as the batch had, in its order. */
  | { type: 'cleaned'; samples: Int16Array<ArrayBuffer>; tookMs: number };
