import type { SampleRateHz } from '../../legs/media-leg.ts';
import type { SignalTone, ToneSegment } from './signal-tones.ts';
import { classifyCadence, classifySequence, isProgressTone, SEQUENCE_GAP_MS } from './signal-tones.ts';
import { ToneFinder, type ToneFrame } from './tone-frame.ts';

const HOP_MS = 20;
const WINDOW_MS = 80;
/** Frequency and level tolerance between two windows of the same tone. */
const SAME_HZ = 25;
const SAME_DB = 6;
/** More tones without a pause are music or a modem. */
const MAX_SEQUENCE = 12;
/** A tone still counts as pure if the window misses this much of it at one end. */
const EDGE_MS = 20;
/** Shorter segments are transitions between two tones. */
const MIN_TONE_MS = 60;

/** Detects beeps, busy, ringback and special information tones in line audio. Reports each after its end. */
export class ToneDetector {
  readonly #hopSamples: number;
  readonly #samples: Float64Array;
  readonly #finder: ToneFinder;
  readonly #listener: (tone: SignalTone) => void;
  #filled = 0;
  #atMs: number | null = null;
  #segment: (ToneSegment & { levelDbfs: number }) | null = null;
  #sequence: ToneSegment[] = [];
  #progress: ToneSegment | null = null;

  constructor(sampleRateHz: SampleRateHz, listener: (tone: SignalTone) => void) {
    const windowSamples = (WINDOW_MS * sampleRateHz) / 1000;
    this.#hopSamples = (HOP_MS * sampleRateHz) / 1000;
    this.#samples = new Float64Array(windowSamples);
    this.#finder = new ToneFinder(sampleRateHz, windowSamples);
    this.#listener = listener;
  }

  /** @param frame 20 ms, in order @param positionMs start of the frame; a gap counts as silence */
  push(frame: Int16Array, positionMs: number): void {
    if (this.#atMs !== null && Math.abs(positionMs - this.#atMs) > HOP_MS / 2) this.#pause(positionMs);
    this.#samples.copyWithin(0, this.#hopSamples);
    this.#samples.set(frame.subarray(0, this.#hopSamples), this.#samples.length - this.#hopSamples);
    this.#filled = Math.min(this.#filled + 1, WINDOW_MS / HOP_MS);
    this.#atMs = positionMs + HOP_MS;
    if (this.#filled === WINDOW_MS / HOP_MS) this.#process(this.#finder.find(this.#samples), this.#atMs);
  }

  #pause(untilMs: number): void {
    this.#filled = 0;
    this.#endSegment();
    this.#endSequence(untilMs);
  }

  #process({ frequenciesHz, levelDbfs }: ToneFrame, atMs: number): void {
    const segment = this.#segment;
    if (segment !== null && isSame(segment, frequenciesHz, levelDbfs)) {
      segment.endMs = atMs - EDGE_MS;
      segment.levelDbfs = levelDbfs;
      return;
    }
    this.#endSegment();
    if (frequenciesHz.length === 0) {
      this.#endSequence(atMs);
      return;
    }
    this.#segment = {
      frequenciesHz,
      levelDbfs,
      startMs: atMs - WINDOW_MS + EDGE_MS,
      endMs: atMs - EDGE_MS,
    };
  }

  #endSegment(): void {
    const segment = this.#segment;
    this.#segment = null;
    if (segment === null || segment.endMs - segment.startMs <= MIN_TONE_MS) return;
    if (this.#sequence.length < MAX_SEQUENCE) this.#sequence.push(segment);
    if (!isProgressTone(segment)) return;
    const tone = this.#progress === null ? null : classifyCadence(this.#progress, segment);
    this.#progress = segment;
    if (tone !== null) this.#listener(tone);
  }

  #endSequence(atMs: number): void {
    const last = this.#sequence.at(-1);
    if (last === undefined || atMs - last.endMs < SEQUENCE_GAP_MS) return;
    const tone = classifySequence(this.#sequence);
    this.#sequence = [];
    if (tone !== null) this.#listener(tone);
  }
}

function isSame(
  segment: ToneSegment & { levelDbfs: number },
  frequenciesHz: readonly number[],
  levelDbfs: number,
): boolean {
  return (
    frequenciesHz.length === segment.frequenciesHz.length &&
    frequenciesHz.every((hz, index) => Math.abs(hz - (segment.frequenciesHz[index] ?? 0)) <= SAME_HZ) &&
    Math.abs(levelDbfs - segment.levelDbfs) <= SAME_DB
  );
}
