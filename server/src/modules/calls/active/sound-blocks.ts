import type { CallRef } from './call-ref.ts';

/** Recorded audio of a call: G.711 µ-law in stereo. */
export interface RecordedSound extends CallRef {
  /** Offset in the recording, in bytes. */
  beginByte: number;
  bytes: Uint8Array;
}

/** Audio of many recordings in one buffer. */
export interface SoundBlock {
  bytes: Uint8Array;
  used: number;
  segments: (CallRef & { beginByte: number; start: number; length: number })[];
}

/** About one second of audio of sixty calls. */
const BLOCK_BYTES = 1_048_576;
/** Blocks kept for reuse. */
const MAX_SPARE = 4;

/**
 * Buffers recorded audio in a few reused blocks. Separate small buffers would outlive the garbage collector's young
 * generation: a hundred calls would leave 1.6 MB of garbage per second.
 */
export class SoundBlocks {
  readonly #spare: SoundBlock[] = [];
  #filled: SoundBlock[] = [];

  /** Copies the audio. */
  add({ userId, callId, beginByte, bytes }: RecordedSound): void {
    const block = this.#blockFor(bytes.length);
    block.bytes.set(bytes, block.used);
    block.segments.push({ userId, callId, beginByte, start: block.used, length: bytes.length });
    block.used += bytes.length;
  }

  /** Takes all filled blocks in order. Pass each to `keep` or `release` afterwards. */
  take(): SoundBlock[] {
    const taken = this.#filled;
    this.#filled = [];
    return taken;
  }

  /** Puts blocks that were not stored back before newer ones. */
  keep(blocks: readonly SoundBlock[]): void {
    this.#filled = [...blocks, ...this.#filled];
  }

  /** Recycles stored blocks. */
  release(blocks: readonly SoundBlock[]): void {
    for (const block of blocks) {
      block.used = 0;
      block.segments = [];
      if (this.#spare.length < MAX_SPARE && block.bytes.length === BLOCK_BYTES) this.#spare.push(block);
    }
  }

  #blockFor(length: number): SoundBlock {
    const last = this.#filled.at(-1);
    if (last !== undefined && last.used + length <= last.bytes.length) return last;
    const fits = length <= BLOCK_BYTES ? this.#spare.pop() : undefined;
    const block = fits ?? { bytes: new Uint8Array(Math.max(BLOCK_BYTES, length)), used: 0, segments: [] };
    this.#filled.push(block);
    return block;
  }
}
