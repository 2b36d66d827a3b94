import type { SampleRateHz } from '../../legs/media-leg.ts';
import type { SignalTone, ToneSegment } from './signal-tones.ts';
import { CHAIN_GAP_MS, isProgressTone, judgeCadence, judgeChain } from './signal-tones.ts';
import { ToneFinder, type ToneFrame } from './tone-frame.ts';

const HOP_MS = 20;
const WINDOW_MS = 80;
/** How far one tone may wander between two looks. */
const SAME_HZ = 25;
const SAME_DB = 6;
/** More tones than this without a pause are music or a modem. */
const MAX_CHAIN = 12;
/** A tone counts as pure while it fills all of the window but this much at one of its ends. */
const EDGE_MS = 20;
/** What is heard where one tone gives way to the next is no longer than this. */
const SHORTEST_MS = 60;

/** Hears beeps, busy and ringing tones and those before announcements in the sound of a line; tells each once it is over. */
export class ToneDetector {
  readonly #hopSamples: number;
  readonly #samples: Float64Array;
  readonly #finder: ToneFinder;
  readonly #listener: (tone: SignalTone) => void;
  #filled = 0;
  #atMs: number | null = null;
  #segment: (ToneSegment & { levelDbfs: number }) | null = null;
  #chain: ToneSegment[] = [];
  #progress: ToneSegment | null = null;

  constructor(sampleRateHz: SampleRateHz, listener: (tone: SignalTone) => void) {
    const windowSamples = (WINDOW_MS * sampleRateHz) / 1000;
    this.#hopSamples = (HOP_MS * sampleRateHz) / 1000;
    this.#samples = new Float64Array(windowSamples);
    this.#finder = new ToneFinder(sampleRateHz, windowSamples);
    this.#listener = listener;
  }

  /** @param frame 20 ms, in order. @param positionMs where it begins; a gap counts as silence. */
  push(frame: Int16Array, positionMs: number): void {
    if (this.#atMs !== null && Math.abs(positionMs - this.#atMs) > HOP_MS / 2) this.#pause(positionMs);
    this.#samples.copyWithin(0, this.#hopSamples);
    this.#samples.set(frame.subarray(0, this.#hopSamples), this.#samples.length - this.#hopSamples);
    this.#filled = Math.min(this.#filled + 1, WINDOW_MS / HOP_MS);
    this.#atMs = positionMs + HOP_MS;
    if (this.#filled === WINDOW_MS / HOP_MS) this.#look(this.#finder.find(this.#samples), this.#atMs);
  }

  #pause(untilMs: number): void {
    this.#filled = 0;
    this.#endSegment();
    this.#endChain(untilMs);
  }

  #look({ frequenciesHz, levelDbfs }: ToneFrame, atMs: number): void {
    const segment = this.#segment;
    if (segment !== null && isSame(segment, frequenciesHz, levelDbfs)) {
      segment.endMs = atMs - EDGE_MS;
      segment.levelDbfs = levelDbfs;
      return;
    }
    this.#endSegment();
    if (frequenciesHz.length === 0) {
      this.#endChain(atMs);
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
    if (segment === null || segment.endMs - segment.startMs <= SHORTEST_MS) return;
    if (this.#chain.length < MAX_CHAIN) this.#chain.push(segment);
    if (!isProgressTone(segment)) return;
    const tone = this.#progress === null ? null : judgeCadence(this.#progress, segment);
    this.#progress = segment;
    if (tone !== null) this.#listener(tone);
  }

  #endChain(atMs: number): void {
    const last = this.#chain.at(-1);
    if (last === undefined || atMs - last.endMs < CHAIN_GAP_MS) return;
    const tone = judgeChain(this.#chain);
    this.#chain = [];
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
