import { ULAW_SILENCE, ulawOf } from '../../../core/g711.ts';
import type { RecordingSink } from '../../call-host.ts';
import type { SampleRateHz } from '../../legs/media-leg.ts';

/** One piece for the sink: what is not handed over yet dies with the process. */
const PIECE_MS = 1000;
/** How late a frame may come; both channels of a piece are then complete. */
const LATENESS_MS = 1000;
/** Where a frame belongs is an estimate that moves a little with each: what belongs this near to the one before follows it. */
const NEAR_MS = 10;
/** A gap up to this is none in the middle of a speech: a process that was busy makes many of them. */
const MAX_SEAM_MS = 60;
/**
 * How far sound may stand behind its place so that it does not cover what was said before: what waited while the process was
 * busy comes all at once. It is less than how late a frame may come.
 */
const BEHIND_MS = 800;
/** Of µ-law its softest segment, 48 dB below full scale: nobody misses it. */
const QUIET_BYTE = 0x70;
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
  #sentEnd = Number.NEGATIVE_INFINITY;
  /** Nothing was sent since. */
  #isPaused = false;
  /** Behind the last of what the customer said. */
  #saidEnd = Number.NEGATIVE_INFINITY;
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
    const start = this.#startOf(0, atMs, { end: this.#saidEnd, seamMs: MAX_SEAM_MS });
    if (this.#write(0, frame, start)) this.#saidEnd = start + frame.length;
  }

  /** What was sent to the customer, likewise. */
  assistant(frame: Int16Array, atMs: number): void {
    const seamMs = this.#isPaused ? NEAR_MS : MAX_SEAM_MS;
    const start = this.#startOf(1, atMs, { end: this.#sentEnd, seamMs });
    if (!this.#write(1, frame, start)) return;
    this.#sentEnd = start + frame.length;
    this.#isPaused = false;
  }

  /** Nothing was sent to the customer up to here. */
  quiet(untilMs: number): void {
    this.#isPaused = true;
    if (!this.#closed && this.#isAhead(untilMs)) this.#makeRoom(Math.round(untilMs * this.#samplesPerMs));
  }

  /** Nothing is kept up to here, however far ahead that is. */
  silent(untilMs: number): void {
    this.#isPaused = true;
    if (!this.#closed) this.#makeRoom(Math.round(untilMs * this.#samplesPerMs));
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

  /**
   * Never over what was said before.
   * @param end of the frame before, in samples, as what is returned; NaN: nowhere
   */
  #startOf(channel: 0 | 1, atMs: number, { end, seamMs }: { end: number; seamMs: number }): number {
    const start = Math.round(atMs * this.#samplesPerMs);
    const aheadMs = (start - end) / this.#samplesPerMs;
    if (aheadMs > -NEAR_MS && aheadMs < seamMs) return end;
    if (aheadMs < -BEHIND_MS) return Number.NaN;
    return aheadMs < 0 ? this.#quietFrom(channel, Math.max(start, this.#begin), end) : start;
  }

  /** From where on there is nothing but silence up to `end`; at `start` at the earliest. */
  #quietFrom(channel: 0 | 1, start: number, end: number): number {
    let from = end;
    while (
      from > start &&
      ((this.#window[2 * (from - 1 - this.#begin) + channel] ?? 0) & 0x7f) >= QUIET_BYTE
    ) {
      from -= 1;
    }
    return from;
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
