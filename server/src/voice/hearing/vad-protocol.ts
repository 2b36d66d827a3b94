/** Frames of many calls, for the thread that judges them; the buffers go with it. */
export interface VadBatch {
  type: 'judge';
  /** Whose frame each is; one call's frames stand in order. */
  streams: Int32Array<ArrayBuffer>;
  /** 1: nothing went before this frame. */
  fresh: Uint8Array<ArrayBuffer>;
  /** 256 samples for each. */
  samples: Int16Array<ArrayBuffer>;
}

export type VadRequest =
  | VadBatch
  /** Forget a call. */
  | { type: 'forget'; stream: number };

export type VadReply =
  | { type: 'ready' }
  /** One for each frame of the batch, in its order. */
  | { type: 'judged'; probabilities: Float32Array<ArrayBuffer> };
