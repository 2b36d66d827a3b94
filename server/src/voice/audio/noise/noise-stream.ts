import { EnergyGate } from '../../hearing/energy-gate.ts';
import { frameSamples, type SampleRateHz } from '../../legs/media-leg.ts';

/** A frame that was handed to the thread; `raw` is what is told where the answer comes too late. */
export interface NoisyFrame {
  stream: NoiseStream;
  raw: Int16Array;
  /** It was told as it is: nobody waits for the thread's answer any more. */
  isOverdue: boolean;
}

export interface NoiseQueue {
  /** Whether a call that begins to sound is cleaned until it is silent again; `release` follows. */
  admits(): boolean;
  release(): void;
  /** False: no thread cleans anything just now; one that was lost is started again when it has rested. */
  works(): boolean;
  add(frame: NoisyFrame): void;
  forget(stream: NoiseStream): void;
}

export interface NoiseListener {
  frame(frame: Int16Array): void;
  /** Once, when so much sound was passed on as it is that somebody should know. */
  noiseKept(): void;
}

/** A second in all: less is the beginning of a process's first call, or a moment without time. */
const FRAMES_WORTH_TELLING = 50;

/** 80 ms: what waits longer is told as it is. Speech that comes late costs more than noise. */
const MAX_WAITING = 4;

/** One call whose noise is taken away. Frames come out as they went in: each once, in order, as long. */
export class NoiseStream {
  readonly id: number;
  readonly sampleRateHz: SampleRateHz;
  readonly #queue: NoiseQueue;
  readonly #listener: NoiseListener;
  readonly #gate = new EnergyGate();
  #waiting: NoisyFrame[] = [];
  #isClosed = false;
  /** Null: it is silent. */
  #isAdmitted: boolean | null = null;
  /** While what was told in a hurry is still with the thread, nothing new goes there. */
  #overdue = 0;
  /** Frames with sound that were passed on as they are. */
  #kept = 0;

  constructor(call: { id: number; sampleRateHz: SampleRateHz }, queue: NoiseQueue, listener: NoiseListener) {
    this.id = call.id;
    this.sampleRateHz = call.sampleRateHz;
    this.#queue = queue;
    this.#listener = listener;
  }

  /** @param frame 20 ms; the listener may get the same array. */
  push(frame: Int16Array): void {
    if (this.#isClosed) return;
    const isLoud = this.#gate.judge(frame) !== 'silent';
    const isWhole = frame.length === frameSamples(this.sampleRateHz);
    // Silence has no noise to take away, unless it must not overtake what does.
    if (isLoud) this.#isAdmitted ??= this.#queue.admits();
    else if (this.#waiting.length === 0) this.#leave();
    if (this.#isAdmitted !== true || !isWhole || this.#overdue > 0 || !this.#queue.works()) {
      this.giveUp();
      this.#listener.frame(frame);
      if (isLoud) this.#keep(1);
      return;
    }
    const noisy: NoisyFrame = { stream: this, raw: frame, isOverdue: false };
    this.#waiting.push(noisy);
    this.#queue.add(noisy);
    if (this.#waiting.length > MAX_WAITING) this.giveUp();
  }

  /** The thread's answer, or that there will be none. */
  cleaned(frame: NoisyFrame, samples: Int16Array | null): void {
    if (frame.isOverdue) {
      this.#overdue -= 1;
      return;
    }
    this.#waiting.shift();
    if (!this.#isClosed) this.#listener.frame(samples ?? frame.raw);
  }

  /** Tells what waits as it is. */
  giveUp(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#overdue += waiting.length;
    for (const frame of waiting) {
      frame.isOverdue = true;
      if (!this.#isClosed) this.#listener.frame(frame.raw);
    }
    this.#keep(waiting.length);
  }

  /** Tells what waits, and nothing after that. */
  close(): void {
    if (this.#isClosed) return;
    this.giveUp();
    this.#isClosed = true;
    this.#leave();
    this.#queue.forget(this);
  }

  #keep(frames: number): void {
    const before = this.#kept;
    this.#kept += frames;
    const isWorthTelling = before < FRAMES_WORTH_TELLING && this.#kept >= FRAMES_WORTH_TELLING;
    if (isWorthTelling && !this.#isClosed) this.#listener.noiseKept();
  }

  #leave(): void {
    if (this.#isAdmitted === true) this.#queue.release();
    this.#isAdmitted = null;
  }
}
