/** One stretch of the same tone or pair of tones. */
export interface ToneSegment {
  /** The lower first. */
  frequenciesHz: readonly number[];
  startMs: number;
  endMs: number;
}

/** What a network or a machine says by tones. `atMs` is where the last tone that tells it ended. */
export type SignalTone = { atMs: number } & (
  | { type: 'beep'; frequencyHz: number; durationMs: number }
  /** Three rising tones before an announcement: the number cannot be reached. */
  | { type: 'special-information' }
  | { type: 'ringback' }
  | { type: 'busy' }
);

const SHORTEST_BEEP_MS = 150;
const LONGEST_BEEP_MS = 2500;
/** 350 to 1500 Hz, and what a measurement may be off. */
const BEEP_HZ = { from: 340, to: 1510 };
/** Tones that follow each other within this belong together; a beep is one that stands alone. */
export const CHAIN_GAP_MS = 120;
/** ITU-T E.180: nominal frequencies of the three, and those that American exchanges vary them with. */
const SPECIAL_INFORMATION_HZ = [
  { from: 890, to: 1010 },
  { from: 1345, to: 1455 },
  { from: 1745, to: 1810 },
];

/** Judges tones that followed each other without a pause, once one has come after them. */
export function judgeChain(chain: readonly ToneSegment[]): SignalTone | null {
  const last = chain.at(-1);
  if (last === undefined) return null;
  if (isSpecialInformation(chain)) return { type: 'special-information', atMs: last.endMs };
  if (chain.length !== 1) return null;
  const durationMs = last.endMs - last.startMs;
  const [frequencyHz = 0, partner] = last.frequenciesHz;
  if (partner !== undefined || isProgressTone(last)) return null;
  if (frequencyHz < BEEP_HZ.from || frequencyHz > BEEP_HZ.to) return null;
  if (durationMs < SHORTEST_BEEP_MS || durationMs > LONGEST_BEEP_MS) return null;
  return { type: 'beep', frequencyHz, durationMs, atMs: last.endMs };
}

function isSpecialInformation(chain: readonly ToneSegment[]): boolean {
  const tones = chain.filter((segment) => segment.endMs - segment.startMs >= SHORTEST_BEEP_MS);
  return (
    tones.length === SPECIAL_INFORMATION_HZ.length &&
    SPECIAL_INFORMATION_HZ.every(({ from, to }, index) => {
      const [frequencyHz = 0, partner] = tones[index]?.frequenciesHz ?? [];
      return partner === undefined && frequencyHz >= from && frequencyHz <= to;
    })
  );
}

/** 425 Hz nearly everywhere; 440 + 480 and 480 + 620 Hz in North America; 400 + 450 Hz in Britain. */
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

/** Judges a progress tone by its length and the pause that went before it, since the same tone. */
export function judgeCadence(before: ToneSegment, segment: ToneSegment): SignalTone | null {
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
