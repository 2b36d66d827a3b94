import { rmsDbfs } from '../audio/level.ts';
import { EnergyGate } from './energy-gate.ts';
import { EnergyJudge } from './energy-judge.ts';
import { quietEndMs } from './quiet-end.ts';
import type { PieceSound, VoiceActivityListener, VoiceActivityStream } from './voice-activity.ts';
import { FRAME_MS, FRAME_SAMPLES, VoiceFrames } from './voice-frames.ts';

/** A frame on its way to the model. */
export interface WaitingFrame {
  stream: ModelStream;
  samples: Int16Array;
  endMs: number;
  /** Nothing that the model should remember went before. */
  isFresh: boolean;
  /**
   * `lead-in`: it was told as silence already. `silence`: only the model's memory needs it; the model itself goes on hearing
   * the last word for some 100 ms.
   */
  kind: 'sound' | 'silence' | 'lead-in';
}

/** Where frames of all calls wait for the model. */
export interface FrameQueue {
  /** False: this call's frames are judged by loudness, at once. */
  readonly usesModel: boolean;
  add(frame: WaitingFrame): void;
  forget(stream: ModelStream): void;
}

/** About a second: what waits longer is of no use to anybody. */
const MAX_WAITING = 32;
/** More than wait on a machine that has time. */
const MAX_SPARE = 4;
/** What the gate keeps from the model, however soft it is. */
const SILENCE: PieceSound = { quietMs: FRAME_MS, levelDbfs: -100 };

/** One call on its way to the model: silence is answered here, in its turn, without asking. */
export class ModelStream implements VoiceActivityStream {
  readonly id: number;
  readonly #queue: FrameQueue;
  readonly #listener: VoiceActivityListener;
  readonly #gate = new EnergyGate();
  readonly #judge = new EnergyJudge();
  readonly #frames: VoiceFrames;
  /** The frame before, while the gate is shut: it leads in when speech begins. */
  readonly #before = new Int16Array(FRAME_SAMPLES);
  /** For frames to come: fresh ones would be memory outside of the heap, 3,000 times a second for a hundred calls. */
  readonly #spare: Int16Array[] = [];
  #hasBefore = false;
  #isFresh = true;
  #waiting = 0;
  #isClosed = false;

  constructor(id: number, queue: FrameQueue, listener: VoiceActivityListener) {
    this.id = id;
    this.#queue = queue;
    this.#listener = listener;
    this.#frames = new VoiceFrames((frame, endMs, afterGap) => this.#take(frame, endMs, afterGap));
  }

  push(samples: Int16Array, endMs: number): void {
    if (!this.#isClosed) this.#frames.push(samples, endMs);
  }

  reset(): void {
    this.#frames.reset();
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#queue.forget(this);
  }

  /** The model's memory of this call is gone. */
  forgotten(): void {
    this.#isFresh = true;
  }

  /** Takes back a frame, with its samples. @param probability null: the model never said, loudness decides */
  judged(frame: WaitingFrame, probability: number | null): void {
    this.#waiting -= 1;
    if (frame.kind === 'silence') this.#tellSilence(frame.endMs);
    if (frame.kind === 'sound') this.#tell(probability ?? this.#judge.judge(frame.samples), frame);
    if (this.#spare.length < MAX_SPARE) this.#spare.push(frame.samples);
  }

  #take(frame: Int16Array, endMs: number, afterGap: boolean): void {
    if (afterGap) {
      this.#gate.reset();
      this.#hasBefore = false;
      this.#isFresh = true;
    }
    if (!this.#queue.usesModel) {
      this.#tell(this.#judge.judge(frame), { samples: frame, endMs });
      return;
    }
    const loudness = this.#gate.judge(frame);
    // What follows a frame that still waits must wait behind it, or times would go back.
    if (loudness === 'silent' && this.#waiting === 0) this.#skip(frame, endMs);
    else this.#ask(frame, endMs, loudness === 'loud' ? 'sound' : 'silence');
  }

  #skip(frame: Int16Array, endMs: number): void {
    this.#before.set(frame);
    this.#hasBefore = true;
    this.#isFresh = true;
    this.#tellSilence(endMs);
  }

  #ask(frame: Int16Array, endMs: number, kind: WaitingFrame['kind']): void {
    if (this.#hasBefore) this.#add(this.#before, endMs, 'lead-in');
    this.#hasBefore = false;
    this.#add(frame, endMs, kind);
  }

  #add(frame: Int16Array, endMs: number, kind: WaitingFrame['kind']): void {
    if (this.#waiting >= MAX_WAITING) {
      this.#isFresh = true;
      return;
    }
    this.#waiting += 1;
    const isFresh = this.#isFresh;
    this.#isFresh = false;
    const samples = this.#spare.pop() ?? new Int16Array(FRAME_SAMPLES);
    samples.set(frame);
    this.#queue.add({ stream: this, samples, endMs, isFresh, kind });
  }

  #tell(probability: number, { samples, endMs }: Pick<WaitingFrame, 'samples' | 'endMs'>): void {
    if (!this.#isClosed) this.#listener(probability, endMs, soundOf(samples));
  }

  #tellSilence(endMs: number): void {
    if (!this.#isClosed) this.#listener(0, endMs, SILENCE);
  }
}

function soundOf(samples: Int16Array): PieceSound {
  return { quietMs: quietEndMs(samples), levelDbfs: rmsDbfs(samples) };
}
