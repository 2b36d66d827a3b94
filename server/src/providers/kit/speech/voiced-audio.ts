import { joinSamples } from '../../../core/join-samples.ts';

const FRAME_MS = 10;
/** Threshold of sound (of 32,768), averaged over a frame. */
const VOICED_LEVEL = 60;
/** Silent frames kept before and after sound, for soft onsets and releases. */
const LEAD_FRAMES = 2;
const TAIL_FRAMES = 4;
/** Shorter silences belong to the sounds around them, for example the closure of a plosive. */
const PAUSE_FRAMES = 8;

/** Positions in the kept audio. */
export interface VoicedStretch {
  startMs: number;
  endMs: number;
}

/**
 * Removes the silence around the audio of one text segment as it arrives: TTS providers add up to half a second.
 * Records where there was sound. Works in frames of 10 ms.
 */
export class VoicedAudio {
  readonly stretches: VoicedStretch[] = [];
  readonly #frameSamples: number;
  /** An incomplete frame. */
  #rest: Int16Array = new Int16Array(0);
  /** Quiet frames, passed on if sound follows. */
  #pendingFrames: Int16Array[] = [];
  #keptFrames = 0;

  constructor(sampleRateHz: number) {
    this.#frameSamples = (sampleRateHz * FRAME_MS) / 1000;
  }

  /** @returns audio that is certain to be kept */
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

  /** @returns the release of the last sound; the silence after it is dropped */
  end(): Int16Array {
    const padded = new Int16Array(this.#frameSamples);
    padded.set(this.#rest);
    const frames: Int16Array[] = [];
    if (this.#rest.length > 0) this.#take(padded, frames);
    this.#rest = new Int16Array(0);
    if (this.stretches.length > 0) frames.push(...this.#pendingFrames.slice(0, TAIL_FRAMES));
    this.#pendingFrames = [];
    return joinSamples(frames);
  }

  #take(frame: Int16Array, kept: Int16Array[]): void {
    if (!isVoiced(frame)) {
      this.#pendingFrames.push(frame.slice());
      // Before the first sound only its soft onset is kept.
      if (this.stretches.length === 0 && this.#pendingFrames.length > LEAD_FRAMES)
        this.#pendingFrames.shift();
      return;
    }
    this.#stretch();
    kept.push(...this.#pendingFrames, frame);
    this.#keptFrames += this.#pendingFrames.length + 1;
    this.#pendingFrames = [];
    const last = this.stretches.at(-1);
    if (last !== undefined) last.endMs = this.#keptFrames * FRAME_MS;
  }

  #stretch(): void {
    const isPause = this.stretches.length === 0 || this.#pendingFrames.length >= PAUSE_FRAMES;
    if (!isPause) return;
    const startMs = (this.#keptFrames + this.#pendingFrames.length) * FRAME_MS;
    this.stretches.push({ startMs, endMs: startMs });
  }
}

function isVoiced(frame: Int16Array): boolean {
  let sum = 0;
  for (const sample of frame) sum += Math.abs(sample);
  return sum > VOICED_LEVEL * frame.length;
}
