/** Frames of several calls, in order. The buffers are transferred. */
export interface NoiseBatch {
  type: 'clean';
  /** The stream id of each frame. */
  streams: Int32Array<ArrayBuffer>;
  /** The frames concatenated, each 20 ms at the sample rate of its stream. */
  samples: Int16Array<ArrayBuffer>;
}

export type NoiseRequest =
  | { type: 'open'; stream: number; sampleRateHz: number }
  | NoiseBatch
  | { type: 'forget'; stream: number };

export type NoiseReply =
  | { type: 'ready' }
  /** The processed samples of the batch, in the same order. */
  | { type: 'cleaned'; samples: Int16Array<ArrayBuffer>; tookMs: number };
