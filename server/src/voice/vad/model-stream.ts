import { rmsDbfs } from '../audio/level.ts';
import { EnergyClassifier } from './energy-classifier.ts';
import { EnergyGate } from './energy-gate.ts';
import { trailingSilenceMs } from './trailing-silence.ts';
import { VAD_FRAME_MS, VAD_FRAME_SAMPLES, VadFrames } from './vad-frames.ts';
import type { FrameLevels, VoiceActivityListener, VoiceActivityStream } from './voice-activity.ts';

export interface WaitingFrame {
  stream: ModelStream;
  samples: Int16Array;
  endMs: number;
  /** The model state must be reset before this frame. */
  isFresh: boolean;
  /**
   * `lead-in`: already reported as silence. `silence`: only updates the model state, since the model keeps reporting
   * speech for about 100 ms after the last word.
   */
  kind: 'sound' | 'silence' | 'lead-in';
}

/** Queue of all streams to the model. */
export interface VadQueue {
  /** False if frames are classified by energy, synchronously. */
  readonly usesModel: boolean;
  add(frame: WaitingFrame): void;
  forget(stream: ModelStream): void;
}

/** About a second; later results are useless. */
const MAX_PENDING = 32;
/** Frame buffers kept for reuse; a stream uses more only if the machine is overloaded. */
const MAX_SPARE = 4;
/** Reported for frames blocked by the gate, regardless of their level. */
const SILENCE: FrameLevels = { trailingSilenceMs: VAD_FRAME_MS, levelDbfs: -100 };

/** VAD stream of one call. Silence is reported directly, in order, without the model. */
export class ModelStream implements VoiceActivityStream {
  readonly id: number;
  readonly #queue: VadQueue;
  readonly #listener: VoiceActivityListener;
  readonly #gate = new EnergyGate();
  readonly #classifier = new EnergyClassifier();
  readonly #frames: VadFrames;
  /** The previous frame while the gate is closed; sent as lead-in when speech begins. */
  readonly #previous = new Int16Array(VAD_FRAME_SAMPLES);
  /** Reused buffers: new ones would allocate off-heap memory 3,000 times per second for 100 calls. */
  readonly #spare: Int16Array[] = [];
  #hasPrevious = false;
  #isFresh = true;
  #pending = 0;
  #isClosed = false;

  constructor(id: number, queue: VadQueue, listener: VoiceActivityListener) {
    this.id = id;
    this.#queue = queue;
    this.#listener = listener;
    this.#frames = new VadFrames((frame, endMs, afterGap) => this.#process(frame, endMs, afterGap));
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

  stateLost(): void {
    this.#isFresh = true;
  }

  /** Receives the result of a frame. @param probability null if the model has no result, so that energy is used */
  predicted(frame: WaitingFrame, probability: number | null): void {
    this.#pending -= 1;
    if (frame.kind === 'silence') this.#reportSilence(frame.endMs);
    if (frame.kind === 'sound')
      this.#report(probability ?? this.#classifier.speechProbability(frame.samples), frame);
    if (this.#spare.length < MAX_SPARE) this.#spare.push(frame.samples);
  }

  #process(frame: Int16Array, endMs: number, afterGap: boolean): void {
    if (afterGap) {
      this.#gate.reset();
      this.#hasPrevious = false;
      this.#isFresh = true;
    }
    if (!this.#queue.usesModel) {
      this.#report(this.#classifier.speechProbability(frame), { samples: frame, endMs });
      return;
    }
    const loudness = this.#gate.classify(frame);
    // Frames behind a pending one must wait, or times would go backwards.
    if (loudness === 'silent' && this.#pending === 0) this.#reportSkipped(frame, endMs);
    else this.#enqueue(frame, endMs, loudness === 'loud' ? 'sound' : 'silence');
  }

  #reportSkipped(frame: Int16Array, endMs: number): void {
    this.#previous.set(frame);
    this.#hasPrevious = true;
    this.#isFresh = true;
    this.#reportSilence(endMs);
  }

  #enqueue(frame: Int16Array, endMs: number, kind: WaitingFrame['kind']): void {
    if (this.#hasPrevious) this.#add(this.#previous, endMs, 'lead-in');
    this.#hasPrevious = false;
    this.#add(frame, endMs, kind);
  }

  #add(frame: Int16Array, endMs: number, kind: WaitingFrame['kind']): void {
    if (this.#pending >= MAX_PENDING) {
      this.#isFresh = true;
      return;
    }
    this.#pending += 1;
    const isFresh = this.#isFresh;
    this.#isFresh = false;
    const samples = this.#spare.pop() ?? new Int16Array(VAD_FRAME_SAMPLES);
    samples.set(frame);
    this.#queue.add({ stream: this, samples, endMs, isFresh, kind });
  }

  #report(probability: number, { samples, endMs }: Pick<WaitingFrame, 'samples' | 'endMs'>): void {
    if (!this.#isClosed) this.#listener(probability, endMs, levelsOf(samples));
  }

  #reportSilence(endMs: number): void {
    if (!this.#isClosed) this.#listener(0, endMs, SILENCE);
  }
}

function levelsOf(samples: Int16Array): FrameLevels {
  return { trailingSilenceMs: trailingSilenceMs(samples), levelDbfs: rmsDbfs(samples) };
}
