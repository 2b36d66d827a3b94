import type { OfCall } from './of-call.ts';

/** G.711 µ-law in stereo. */
export interface RecordedSound extends OfCall {
  /** Bytes of the pieces before. */
  beginByte: number;
  bytes: Uint8Array;
}

/** Pieces of many recordings, one behind the other. */
export interface SoundBlock {
  bytes: Uint8Array;
  used: number;
  places: (OfCall & { beginByte: number; start: number; length: number })[];
}

/** A second of some sixty calls. */
const BLOCK_BYTES = 1_048_576;
/** Kept for later; others are let go. */
const MAX_SPARE = 4;

/**
 * Recorded sound that waits to be stored, in a few blocks that are used again and again: held by itself, each piece would outlive the
 * moment in which memory is given back cheaply, and a hundred calls would leave 1.6 MB a second to be collected.
 */
export class SoundBlocks {
  readonly #spare: SoundBlock[] = [];
  #filled: SoundBlock[] = [];

  /** Copies the sound. */
  add({ userId, callId, beginByte, bytes }: RecordedSound): void {
    const block = this.#roomFor(bytes.length);
    block.bytes.set(bytes, block.used);
    block.places.push({ userId, callId, beginByte, start: block.used, length: bytes.length });
    block.used += bytes.length;
  }

  /** All that waits, in order; to be given back, in one way or the other. */
  take(): SoundBlock[] {
    const taken = this.#filled;
    this.#filled = [];
    return taken;
  }

  /** They are not stored yet: they wait again, in front of what came meanwhile. */
  keep(blocks: readonly SoundBlock[]): void {
    this.#filled = [...blocks, ...this.#filled];
  }

  /** Nobody needs what is in them any more. */
  release(blocks: readonly SoundBlock[]): void {
    for (const block of blocks) {
      block.used = 0;
      block.places = [];
      if (this.#spare.length < MAX_SPARE && block.bytes.length === BLOCK_BYTES) this.#spare.push(block);
    }
  }

  #roomFor(length: number): SoundBlock {
    const last = this.#filled.at(-1);
    if (last !== undefined && last.used + length <= last.bytes.length) return last;
    const fits = length <= BLOCK_BYTES ? this.#spare.pop() : undefined;
    const block = fits ?? { bytes: new Uint8Array(Math.max(BLOCK_BYTES, length)), used: 0, places: [] };
    this.#filled.push(block);
    return block;
  }
}
