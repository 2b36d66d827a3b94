/** A jitter buffer in front of the speaker. */
export interface PlaybackQueue {
  push(samples: Float32Array): void;
  /** Fills the block, with silence if nothing is queued. */
  read(block: Float32Array): void;
  clear(): void;
  /** Number of queued samples. */
  waiting(): number;
}

interface PlaybackQueueOptions {
  /** Samples to buffer before playback starts or resumes. Shorter audio starts after waiting for the same time. */
  primeSamples: number;
  /** Chunks that would exceed this limit are dropped. */
  maxSamples: number;
}

export function createPlaybackQueue({ primeSamples, maxSamples }: PlaybackQueueOptions): PlaybackQueue {
  let chunks: Float32Array[] = [];
  let begin = 0;
  let waiting = 0;
  let isPlaying = false;
  let heldSamples = 0;

  function take(block: Float32Array, at: number): number {
    const chunk = chunks[0];
    if (chunk === undefined) return 0;
    const part = chunk.subarray(begin, begin + block.length - at);
    block.set(part, at);
    begin += part.length;
    waiting -= part.length;
    if (begin === chunk.length) {
      chunks.shift();
      begin = 0;
    }
    return part.length;
  }

  return {
    push(samples) {
      if (samples.length === 0 || waiting + samples.length > maxSamples) return;
      chunks.push(samples);
      waiting += samples.length;
    },
    read(block) {
      block.fill(0);
      if (waiting === 0) isPlaying = false;
      if (!isPlaying) {
        heldSamples = waiting === 0 ? 0 : heldSamples + block.length;
        isPlaying = waiting > 0 && (waiting >= primeSamples || heldSamples >= primeSamples);
      }
      for (let at = 0; isPlaying && at < block.length && waiting > 0; ) at += take(block, at);
    },
    clear() {
      chunks = [];
      [begin, waiting, heldSamples] = [0, 0, 0];
      isPlaying = false;
    },
    waiting: () => waiting,
  };
}
