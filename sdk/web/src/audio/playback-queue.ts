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
  /** Length of the ramps at the edges of a gap, which would otherwise click. */
  fadeSamples: number;
}

export function createPlaybackQueue(options: PlaybackQueueOptions): PlaybackQueue {
  const { primeSamples, maxSamples } = options;
  const fade = createGapFade(options.fadeSamples);
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
      let filled = 0;
      while (isPlaying && filled < block.length && waiting > 0) filled += take(block, filled);
      fade(block, filled);
    },
    clear() {
      chunks = [];
      [begin, waiting, heldSamples] = [0, 0, 0];
      isPlaying = false;
    },
    waiting: () => waiting,
  };
}

/**
 * Smooths the edges of gaps: after the last sample, its value falls to zero, and the next audio rises from zero.
 * @returns a function that is called with each block and its number of samples that are not a gap
 */
function createGapFade(fadeSamples: number): (block: Float32Array, filled: number) => void {
  let last = 0;
  let falling = 0;
  let rising = 0;
  return (block, filled) => {
    for (let at = 0; at < filled && rising < fadeSamples; at += 1) {
      block[at] = (block[at] ?? 0) * (rising / fadeSamples);
      rising += 1;
    }
    if (filled > 0) {
      last = block[filled - 1] ?? 0;
      falling = fadeSamples;
    }
    if (filled < block.length) rising = 0;
    for (let at = filled; at < block.length && falling > 0; at += 1) {
      falling -= 1;
      block[at] = last * (falling / fadeSamples);
    }
  };
}
