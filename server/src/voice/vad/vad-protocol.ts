/** A batch of frames of many calls. The buffers are transferred. */
export interface VadBatch {
  type: 'predict';
  /** Stream id of each frame; frames of one stream are in order. */
  streams: Int32Array<ArrayBuffer>;
  /** 1 if the state of the stream must be reset before this frame, otherwise 0. */
  fresh: Uint8Array<ArrayBuffer>;
  /** 256 samples per frame. */
  samples: Int16Array<ArrayBuffer>;
}

export type VadRequest =
  | VadBatch
  /** Drop the state of a stream. */
  | { type: 'forget'; stream: number };

export type VadReply =
  | { type: 'ready' }
  /** One per frame of the batch, in its order. */
  | { type: 'predicted'; probabilities: Float32Array<ArrayBuffer> };
