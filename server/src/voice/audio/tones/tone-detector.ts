import type { SampleRateHz } from '../../legs/media-leg.ts';
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

interface ToneSegment {
  /** The lower frequency first. */
  frequenciesHz: readonly number[];
  startMs: number;
  endMs: number;
}

/** A tone signal of the network or of a machine. `atMs` is the end of its last tone. */
type SignalTone = { atMs: number } & (
  | { type: 'beep'; frequencyHz: number; durationMs: number }
  /** Special information tone: three rising tones before an announcement; the number cannot be reached. */
  | { type: 'special-information' }
  | { type: 'ringback' }
  | { type: 'busy' }
);

const SHORTEST_BEEP_MS = 150;
const LONGEST_BEEP_MS = 2500;
/** 350 to 1500 Hz plus measurement tolerance. */
const BEEP_HZ = { from: 340, to: 1510 };
/** Tones with shorter gaps form a sequence; a beep is a single tone. */
const SEQUENCE_GAP_MS = 120;
/** ITU-T E.180: the three nominal frequencies, with the variants of North American exchanges. */
const SPECIAL_INFORMATION_HZ = [
  { from: 890, to: 1010 },
  { from: 1345, to: 1455 },
  { from: 1745, to: 1810 },
];

/** Classifies a sequence of adjacent tones once it is complete. */
function classifySequence(sequence: readonly ToneSegment[]): SignalTone | null {
  const last = sequence.at(-1);
  if (last === undefined) return null;
  if (isSpecialInformation(sequence)) return { type: 'special-information', atMs: last.endMs };
  if (sequence.length !== 1) return null;
  const durationMs = last.endMs - last.startMs;
  const [frequencyHz = 0, partner] = last.frequenciesHz;
  if (partner !== undefined || isProgressTone(last)) return null;
  if (frequencyHz < BEEP_HZ.from || frequencyHz > BEEP_HZ.to) return null;
  if (durationMs < SHORTEST_BEEP_MS || durationMs > LONGEST_BEEP_MS) return null;
  return { type: 'beep', frequencyHz, durationMs, atMs: last.endMs };
}

function isSpecialInformation(sequence: readonly ToneSegment[]): boolean {
  const tones = sequence.filter((segment) => segment.endMs - segment.startMs >= SHORTEST_BEEP_MS);
  return (
    tones.length === SPECIAL_INFORMATION_HZ.length &&
    SPECIAL_INFORMATION_HZ.every(({ from, to }, index) => {
      const [frequencyHz = 0, partner] = tones[index]?.frequenciesHz ?? [];
      return partner === undefined && frequencyHz >= from && frequencyHz <= to;
    })
  );
}

/** 425 Hz in most countries, 440 + 480 and 480 + 620 Hz in North America, 400 + 450 Hz in Britain. */
function isProgressTone(segment: ToneSegment): boolean {
  const [lower = 0, upper] = segment.frequenciesHz;
  if (upper === undefined) return near(lower, 425, 14);
  return PROGRESS_PAIRS_HZ.some(([low, high]) => near(lower, low, 12) && near(upper, high, 12));
}

const PROGRESS_PAIRS_HZ = [
  [440, 480],
  [480, 620],
  [400, 450],
] as const;

/** Classifies a progress tone by its duration and the pause since the same tone before. */
function classifyCadence(before: ToneSegment, segment: ToneSegment): SignalTone | null {
  const onMs = segment.endMs - segment.startMs;
  const offMs = segment.startMs - before.endMs;
  const atMs = segment.endMs;
  if (near(onMs, 500, 350) && near(offMs, onMs, 120)) return { type: 'busy', atMs };
  if (near(onMs, 1350, 850) && near(offMs, 4000, 1300)) return { type: 'ringback', atMs };
  return null;
}

function near(value: number, wanted: number, tolerance: number): boolean {
  return Math.abs(value - wanted) <= tolerance;
}
