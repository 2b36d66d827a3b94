import { ULAW_SILENCE, ulawOf } from '../../../core/g711.ts';
import type { RecordingSink } from '../../call-host.ts';
import type { SampleRateHz } from '../../legs/media-leg.ts';

/** One piece for the sink: what is not handed over yet dies with the process. */
const PIECE_MS = 1000;
/** How late a frame may come; both channels of a piece are then complete. */
const LATENESS_MS = 1000;
/** Where a frame belongs is an estimate that moves a little with each: what belongs this near to the one before follows it. */
const NEAR_MS = 10;
/** A position further ahead than this is a broken timeline, not a pause: our own channel tells of its pauses. */
const MAX_JUMP_MS = 10_000;

/**
 * Writes a call down as G.711 µ-law stereo, the customer left and what was really sent to them right. Both channels lie on
 * one timeline that begins at 0; where nothing was written there is silence.
 */
export class CallRecorder {
  readonly #sink: RecordingSink;
  readonly #samplesPerMs: number;
  /** Interleaved, from `#begin` on; silent from `#end` on. */
  readonly #window: Uint8Array;
  readonly #pieceSamples: number;
  readonly #latenessSamples: number;
  /** The first sample of the window, and the one behind the last that was written. */
  #begin = 0;
  #end = 0;
  /** Behind the last of what was sent. */
  #sentEnd = 0;
  /** Behind the last of what the customer said. */
  #saidEnd = 0;
  #closed = false;

  constructor(sink: RecordingSink, sampleRateHz: SampleRateHz) {
    this.#sink = sink;
    this.#samplesPerMs = sampleRateHz / 1000;
    this.#pieceSamples = PIECE_MS * this.#samplesPerMs;
    this.#latenessSamples = LATENESS_MS * this.#samplesPerMs;
    const windowSamples = this.#pieceSamples + this.#latenessSamples;
    this.#window = new Uint8Array(2 * windowSamples).fill(ULAW_SILENCE);
  }

  /** What the customer said, without a seam where it had none; frames may come late by a second. */
  customer(frame: Int16Array, atMs: number): void {
    const start = this.#startOf(atMs, this.#saidEnd);
    if (this.#write(0, frame, start)) this.#saidEnd = start + frame.length;
  }

  /** What was sent to the customer, likewise. */
  assistant(frame: Int16Array, atMs: number): void {
    const start = this.#startOf(atMs, this.#sentEnd);
    if (this.#write(1, frame, start)) this.#sentEnd = start + frame.length;
  }

  /** Nothing was sent to the customer up to here. */
  quiet(untilMs: number): void {
    if (!this.#closed && this.#isAhead(untilMs)) this.#makeRoom(Math.round(untilMs * this.#samplesPerMs));
  }

  /** So much of what was sent last was thrown away before anybody heard it; what was handed over already stays. */
  takeBack(ms: number): void {
    const end = this.#sentEnd;
    this.#sentEnd = Math.max(this.#begin, end - Math.round(ms * this.#samplesPerMs));
    for (let at = this.#sentEnd; at < end; at += 1) this.#window[2 * (at - this.#begin) + 1] = ULAW_SILENCE;
  }

  /** Hands over what is left; nothing is written afterwards. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    if (this.#end > this.#begin) this.#sink.append(this.#window.subarray(0, 2 * (this.#end - this.#begin)));
  }

  /** @param end of the frame before, in samples, as what is returned */
  #startOf(atMs: number, end: number): number {
    const start = Math.round(atMs * this.#samplesPerMs);
    return Math.abs(start - end) < NEAR_MS * this.#samplesPerMs ? end : start;
  }

  /** @returns whether there was a place for it */
  #write(channel: 0 | 1, frame: Int16Array, start: number): boolean {
    if (this.#closed) return false;
    // NaN fails both comparisons, and is no position either.
    if (!(start >= this.#begin && this.#isAhead((start + frame.length) / this.#samplesPerMs))) return false;
    // By pieces that fit into the window, wherever its beginning is by then.
    for (let from = 0; from < frame.length; from += this.#latenessSamples) {
      const piece = frame.subarray(from, from + this.#latenessSamples);
      this.#makeRoom(start + from + piece.length);
      this.#place(channel, piece, start + from - this.#begin);
    }
    return true;
  }

  #isAhead(untilMs: number): boolean {
    return untilMs * this.#samplesPerMs <= this.#end + MAX_JUMP_MS * this.#samplesPerMs;
  }

  #place(channel: 0 | 1, frame: Int16Array, offset: number): void {
    for (let index = 0; index < frame.length; index += 1) {
      this.#window[2 * (offset + index) + channel] = ulawOf(frame[index] ?? 0);
    }
  }

  /** Hands over what is so old that nothing comes late for it, seen from the new end. */
  #makeRoom(end: number): void {
    this.#end = Math.max(this.#end, end);
    while (this.#end - this.#begin >= this.#pieceSamples + this.#latenessSamples) {
      const bytes = 2 * this.#pieceSamples;
      this.#sink.append(this.#window.subarray(0, bytes));
      this.#window.copyWithin(0, bytes).fill(ULAW_SILENCE, this.#window.length - bytes);
      this.#begin += this.#pieceSamples;
    }
  }
}
