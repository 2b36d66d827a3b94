import { ULAW_SILENCE, ulawOf } from '../../../core/g711.ts';
import type { RecordingSink } from '../../call-host.ts';
import type { SampleRateHz } from '../../legs/media-leg.ts';

/** Chunk size for the sink. Audio not yet passed on is lost if the process dies. */
const CHUNK_MS = 1000;
/** Maximum lateness of a frame; both channels of a chunk are complete by then. */
const LATENESS_MS = 1000;
/** Positions are estimates that drift slightly: a frame this close to the previous one is appended to it. */
const NEAR_MS = 10;
/** Gaps up to this length within speech are closed: a busy process causes many. */
const MAX_CLOSED_GAP_MS = 60;
/**
 * How far audio may be written behind its position instead of overwriting earlier audio: after a stall, queued frames
 * arrive together. Smaller than `LATENESS_MS`.
 */
const BEHIND_MS = 800;
/** µ-law values from here on belong to the softest segment, 48 dB below full scale: inaudible. */
const QUIET_BYTE = 0x70;
/** A larger jump ahead is a broken timeline, not a pause; pauses of our own channel are reported. */
const MAX_JUMP_MS = 10_000;

/**
 * Records a call as G.711 µ-law stereo: customer left, sent audio right, on one timeline starting at 0. Gaps are
 * silent.
 */
export class CallRecorder {
  readonly #sink: RecordingSink;
  readonly #samplesPerMs: number;
  /** Interleaved samples from `#begin` on; silent after `#end`. */
  readonly #window: Uint8Array;
  readonly #chunkSamples: number;
  readonly #latenessSamples: number;
  /** First sample of the window, and the position after the last written one. */
  #begin = 0;
  #end = 0;
  #sentEnd = Number.NEGATIVE_INFINITY;
  #isPaused = false;
  #customerEnd = Number.NEGATIVE_INFINITY;
  /** The latest silenced section of the customer's channel, in samples. */
  #muted = { from: 0, until: 0 };
  #closed = false;

  constructor(sink: RecordingSink, sampleRateHz: SampleRateHz) {
    this.#sink = sink;
    this.#samplesPerMs = sampleRateHz / 1000;
    this.#chunkSamples = CHUNK_MS * this.#samplesPerMs;
    this.#latenessSamples = LATENESS_MS * this.#samplesPerMs;
    const windowSamples = this.#chunkSamples + this.#latenessSamples;
    this.#window = new Uint8Array(2 * windowSamples).fill(ULAW_SILENCE);
  }

  /** Customer audio. Small gaps are closed; frames may be up to a second late. */
  customer(frame: Int16Array, atMs: number): void {
    const start = this.#startOf(0, atMs, { end: this.#customerEnd, closedGapMs: MAX_CLOSED_GAP_MS });
    if (this.#write(0, frame, start)) this.#customerEnd = start + frame.length;
  }

  /** Silences the customer from `fromMs` to `untilMs`, except in chunks already passed on. Sections come in order. */
  muteCustomer(fromMs: number, untilMs: number): void {
    const from = Math.max(this.#begin, Math.round(fromMs * this.#samplesPerMs));
    const until = Math.round(untilMs * this.#samplesPerMs);
    const isContinued = from <= this.#muted.until;
    this.#muted = { from: isContinued ? this.#muted.from : from, until };
    for (let at = from; at < Math.min(until, this.#end); at += 1) {
      this.#window[2 * (at - this.#begin)] = ULAW_SILENCE;
    }
  }

  /** Audio sent to the customer; the same rules apply. */
  assistant(frame: Int16Array, atMs: number): void {
    const closedGapMs = this.#isPaused ? NEAR_MS : MAX_CLOSED_GAP_MS;
    const start = this.#startOf(1, atMs, { end: this.#sentEnd, closedGapMs });
    if (!this.#write(1, frame, start)) return;
    this.#sentEnd = start + frame.length;
    this.#isPaused = false;
  }

  /** Marks the sent channel as silent up to `untilMs`. */
  quiet(untilMs: number): void {
    this.#isPaused = true;
    if (!this.#closed && this.#isAhead(untilMs)) this.#extendTo(Math.round(untilMs * this.#samplesPerMs));
  }

  /** Marks both channels as silent up to `untilMs`, however far ahead. */
  silent(untilMs: number): void {
    this.#isPaused = true;
    if (!this.#closed) this.#extendTo(Math.round(untilMs * this.#samplesPerMs));
  }

  /** Erases the last `ms` of sent audio, which were discarded unplayed; chunks already passed on stay. */
  retract(ms: number): void {
    const end = this.#sentEnd;
    this.#sentEnd = Math.max(this.#begin, end - Math.round(ms * this.#samplesPerMs));
    for (let at = this.#sentEnd; at < end; at += 1) this.#window[2 * (at - this.#begin) + 1] = ULAW_SILENCE;
  }

  /** Passes the rest to the sink. Nothing is written afterwards. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    if (this.#end > this.#begin) this.#sink.append(this.#window.subarray(0, 2 * (this.#end - this.#begin)));
  }

  /**
   * Start sample for a frame; never overwrites earlier audio.
   * @param end position after the previous frame of this channel
   * @returns NaN if the frame cannot be placed
   */
  #startOf(channel: 0 | 1, atMs: number, { end, closedGapMs }: { end: number; closedGapMs: number }): number {
    const start = Math.round(atMs * this.#samplesPerMs);
    const aheadMs = (start - end) / this.#samplesPerMs;
    if (aheadMs > -NEAR_MS && aheadMs < closedGapMs) return end;
    if (aheadMs < -BEHIND_MS) return Number.NaN;
    return aheadMs < 0 ? this.#silenceStart(channel, Math.max(start, this.#begin), end) : start;
  }

  /** Start of the silence that reaches up to `end`, at the earliest `start`. */
  #silenceStart(channel: 0 | 1, start: number, end: number): number {
    let from = end;
    while (
      from > start &&
      ((this.#window[2 * (from - 1 - this.#begin) + channel] ?? 0) & 0x7f) >= QUIET_BYTE
    ) {
      from -= 1;
    }
    return from;
  }

  /** @returns whether the frame was written */
  #write(channel: 0 | 1, frame: Int16Array, start: number): boolean {
    if (this.#closed) return false;
    // NaN fails both comparisons.
    if (!(start >= this.#begin && this.#isAhead((start + frame.length) / this.#samplesPerMs))) return false;
    // Written in blocks that fit into the window.
    for (let from = 0; from < frame.length; from += this.#latenessSamples) {
      const block = frame.subarray(from, from + this.#latenessSamples);
      this.#extendTo(start + from + block.length);
      this.#store(channel, block, start + from - this.#begin);
    }
    return true;
  }

  #isAhead(untilMs: number): boolean {
    return untilMs * this.#samplesPerMs <= this.#end + MAX_JUMP_MS * this.#samplesPerMs;
  }

  #store(channel: 0 | 1, frame: Int16Array, offset: number): void {
    const { from, until } = this.#muted;
    for (let index = 0; index < frame.length; index += 1) {
      const at = this.#begin + offset + index;
      const isMuted = channel === 0 && at >= from && at < until;
      this.#window[2 * (offset + index) + channel] = isMuted ? ULAW_SILENCE : ulawOf(frame[index] ?? 0);
    }
  }

  /** Extends the recording to `end` and flushes chunks too old for late frames. */
  #extendTo(end: number): void {
    this.#end = Math.max(this.#end, end);
    while (this.#end - this.#begin >= this.#chunkSamples + this.#latenessSamples) {
      const bytes = 2 * this.#chunkSamples;
      this.#sink.append(this.#window.subarray(0, bytes));
      this.#window.copyWithin(0, bytes).fill(ULAW_SILENCE, this.#window.length - bytes);
      this.#begin += this.#chunkSamples;
    }
  }
}
