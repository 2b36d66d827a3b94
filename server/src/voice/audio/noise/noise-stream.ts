import { frameSamples, type SampleRateHz } from '../../legs/media-leg.ts';
import { EnergyGate } from '../../vad/energy-gate.ts';

/** A frame sent to the worker; `raw` is emitted if the result comes too late. */
export interface NoisyFrame {
  stream: NoiseStream;
  raw: Int16Array;
  /** Already emitted unprocessed; the result is ignored. */
  isOverdue: boolean;
}

export interface NoiseQueue {
  /** Reserves capacity for a stream until it is silent again; pair with `release`. */
  admit(): boolean;
  release(): void;
  /** True if the worker is ready. Restarts a failed worker after its backoff. */
  isAvailable(): boolean;
  add(frame: NoisyFrame): void;
  forget(stream: NoiseStream): void;
}

export interface NoiseListener {
  frame(frame: Int16Array): void;
  /** Called once, after a second of audio has passed through unprocessed. */
  noiseKept(): void;
}

/** One second. Less is normal at process start or during a short overload. */
const REPORT_AFTER_FRAMES = 50;

/** 80 ms. A longer delay of speech is worse than noise. */
const MAX_PENDING = 4;

/** The stream of one call. Every pushed frame comes out once, in order, with the same length. */
export class NoiseStream {
  readonly id: number;
  readonly sampleRateHz: SampleRateHz;
  readonly #queue: NoiseQueue;
  readonly #listener: NoiseListener;
  readonly #gate = new EnergyGate();
  #pending: NoisyFrame[] = [];
  #isClosed = false;
  /** True if the worker has capacity for this stream; null while it is silent. */
  #isAdmitted: boolean | null = null;
  /** Frames emitted unprocessed whose results are still pending. Until they arrive, no new frames are sent. */
  #overdue = 0;
  /** Non-silent frames emitted unprocessed. */
  #rawFrames = 0;

  constructor(call: { id: number; sampleRateHz: SampleRateHz }, queue: NoiseQueue, listener: NoiseListener) {
    this.id = call.id;
    this.sampleRateHz = call.sampleRateHz;
    this.#queue = queue;
    this.#listener = listener;
  }

  /** @param frame 20 ms; may be passed on to the listener */
  push(frame: Int16Array): void {
    if (this.#isClosed) return;
    const isLoud = this.#gate.classify(frame) !== 'silent';
    const isWhole = frame.length === frameSamples(this.sampleRateHz);
    // Silence needs no processing, unless it would overtake frames in flight.
    if (isLoud) this.#isAdmitted ??= this.#queue.admit();
    else if (this.#pending.length === 0) this.#release();
    if (this.#isAdmitted !== true || !isWhole || this.#overdue > 0 || !this.#queue.isAvailable()) {
      this.flushRaw();
      this.#listener.frame(frame);
      if (isLoud) this.#countRaw(1);
      return;
    }
    const noisy: NoisyFrame = { stream: this, raw: frame, isOverdue: false };
    this.#pending.push(noisy);
    this.#queue.add(noisy);
    if (this.#pending.length > MAX_PENDING) this.flushRaw();
  }

  /** @param samples the worker's result; null to emit the frame unprocessed */
  cleaned(frame: NoisyFrame, samples: Int16Array | null): void {
    if (frame.isOverdue) {
      this.#overdue -= 1;
      return;
    }
    this.#pending.shift();
    if (!this.#isClosed) this.#listener.frame(samples ?? frame.raw);
  }

  /** Emits all pending frames unprocessed. */
  flushRaw(): void {
    const pending = this.#pending;
    this.#pending = [];
    this.#overdue += pending.length;
    for (const frame of pending) {
      frame.isOverdue = true;
      if (!this.#isClosed) this.#listener.frame(frame.raw);
    }
    this.#countRaw(pending.length);
  }

  /** Emits pending frames, then nothing more. */
  close(): void {
    if (this.#isClosed) return;
    this.flushRaw();
    this.#isClosed = true;
    this.#release();
    this.#queue.forget(this);
  }

  #countRaw(frames: number): void {
    const before = this.#rawFrames;
    this.#rawFrames += frames;
    const isReported = before < REPORT_AFTER_FRAMES && this.#rawFrames >= REPORT_AFTER_FRAMES;
    if (isReported && !this.#isClosed) this.#listener.noiseKept();
  }

  #release(): void {
    if (this.#isAdmitted === true) this.#queue.release();
    this.#isAdmitted = null;
  }
}
