export interface ToneSegment {
  /** The lower frequency first. */
  frequenciesHz: readonly number[];
  startMs: number;
  endMs: number;
}

/** A tone signal of the network or of a machine. `atMs` is the end of its last tone. */
export type SignalTone = { atMs: number } & (
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
export const SEQUENCE_GAP_MS = 120;
/** ITU-T E.180: the three nominal frequencies, with the variants of North American exchanges. */
const SPECIAL_INFORMATION_HZ = [
  { from: 890, to: 1010 },
  { from: 1345, to: 1455 },
  { from: 1745, to: 1810 },
];

/** Classifies a sequence of adjacent tones once it is complete. */
export function classifySequence(sequence: readonly ToneSegment[]): SignalTone | null {
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
export function isProgressTone(segment: ToneSegment): boolean {
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
export function classifyCadence(before: ToneSegment, segment: ToneSegment): SignalTone | null {
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
