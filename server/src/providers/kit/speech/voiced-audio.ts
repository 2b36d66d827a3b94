import { joinSamples } from '../../../core/join-samples.ts';

const FRAME_MS = 10;
/** Sound is what is louder than this (of 32,768), averaged over a frame. */
const VOICED_LEVEL = 60;
/** Kept around sound, for its soft beginnings and ends. */
const LEAD_FRAMES = 2;
const TAIL_FRAMES = 4;
/** Shorter silences belong to the sounds around them: a stop before its burst. */
const PAUSE_FRAMES = 8;

/** From the beginning of the audio that is kept. */
export interface VoicedStretch {
  startMs: number;
  endMs: number;
}

/**
 * Takes the audio of one piece of text as it comes and gives it on without the silence around it: synthesizers add up to half a
 * second. Remembers where there was sound. Works in frames of 10 ms.
 */
export class VoicedAudio {
  readonly stretches: VoicedStretch[] = [];
  readonly #frameSamples: number;
  /** Not a whole frame yet. */
  #rest: Int16Array = new Int16Array(0);
  /** Quiet frames that are given on when sound follows. */
  #held: Int16Array[] = [];
  #keptFrames = 0;

  constructor(sampleRateHz: number) {
    this.#frameSamples = (sampleRateHz * FRAME_MS) / 1000;
  }

  /** @returns what is certain to be kept by now. */
  push(samples: Int16Array): Int16Array {
    const all = joinSamples([this.#rest, samples]);
    const frames: Int16Array[] = [];
    let at = 0;
    for (; at + this.#frameSamples <= all.length; at += this.#frameSamples) {
      this.#take(all.subarray(at, at + this.#frameSamples), frames);
    }
    this.#rest = all.slice(at);
    return joinSamples(frames);
  }

  /** @returns the soft end of the last sound; what is left over is less than a frame, or silence. */
  end(): Int16Array {
    const padded = new Int16Array(this.#frameSamples);
    padded.set(this.#rest);
    const frames: Int16Array[] = [];
    if (this.#rest.length > 0) this.#take(padded, frames);
    this.#rest = new Int16Array(0);
    if (this.stretches.length > 0) frames.push(...this.#held.slice(0, TAIL_FRAMES));
    this.#held = [];
    return joinSamples(frames);
  }

  #take(frame: Int16Array, kept: Int16Array[]): void {
    if (!isVoiced(frame)) {
      this.#held.push(frame.slice());
      // Before the first sound only its soft beginning is of interest.
      if (this.stretches.length === 0 && this.#held.length > LEAD_FRAMES) this.#held.shift();
      return;
    }
    this.#stretch();
    kept.push(...this.#held, frame);
    this.#keptFrames += this.#held.length + 1;
    this.#held = [];
    const last = this.stretches.at(-1);
    if (last !== undefined) last.endMs = this.#keptFrames * FRAME_MS;
  }

  #stretch(): void {
    const isPause = this.stretches.length === 0 || this.#held.length >= PAUSE_FRAMES;
    if (!isPause) return;
    const startMs = (this.#keptFrames + this.#held.length) * FRAME_MS;
    this.stretches.push({ startMs, endMs: startMs });
  }
}

function isVoiced(frame: Int16Array): boolean {
  let sum = 0;
  for (const sample of frame) sum += Math.abs(sample);
  return sum > VOICED_LEVEL * frame.length;
}
