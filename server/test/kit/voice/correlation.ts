/** Number of samples compared first; most positions are ruled out by them. */
const GLANCE = 32;
const GLANCE_LIKENESS = 0.5;

/**
 * Highest normalized correlation of a segment with any part of another sound: 1 if equal up to gain, near 0 if
 * unrelated.
 */
function bestCorrelation(part: ArrayLike<number>, whole: ArrayLike<number>): number {
  let best = 0;
  for (let start = 0; start + part.length <= whole.length; start += 1) {
    const position = { part, whole, start };
    if (correlation(position, GLANCE) >= GLANCE_LIKENESS)
      best = Math.max(best, correlation(position, part.length));
  }
  return best;
}

interface Position {
  part: ArrayLike<number>;
  whole: ArrayLike<number>;
  start: number;
}

function correlation({ part, whole, start }: Position, length: number): number {
  let product = 0;
  let energy = 0;
  let otherEnergy = 0;
  for (let index = 0; index < length; index += 1) {
    const sample = part[index] ?? 0;
    const other = whole[start + index] ?? 0;
    product += sample * other;
    energy += sample * sample;
    otherEnergy += other * other;
  }
  return energy === 0 || otherEnergy === 0 ? 0 : product / Math.sqrt(energy * otherEnergy);
}

/**
 * Share of a sound's non-silent segments that another sound contains. Compares segments, because late packets leave
 * gaps.
 * @param segment segment length in samples, 50 ms at 8 kHz by default; non-repeating sound needs less
 */
export function shareFound(sound: readonly number[], whole: ArrayLike<number>, segment = SEGMENT): number {
  const segments = Array.from({ length: Math.floor(sound.length / segment) }, (_, index) =>
    sound.slice(index * segment, (index + 1) * segment),
  ).filter((one) => one.some((sample) => Math.abs(sample) > AUDIBLE));
  const found = segments.filter((one) => bestCorrelation(one, whole) > SAME);
  return segments.length === 0 ? 0 : found.length / segments.length;
}

const SEGMENT = 400;
const AUDIBLE = 1000;
const SAME = 0.98;
