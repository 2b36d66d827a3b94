/** Approximate number of intervals. */
const INTERVALS = 4;

/**
 * Round tick values from 0 up to at least `highest`.
 *
 * @param isWhole whole numbers only
 */
export function axisTicks(highest: number, isWhole: boolean): number[] {
  const step = roundStep(highest / INTERVALS, isWhole);
  const count = Math.max(1, Math.ceil(highest / step - 1e-9));
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}

/** Rounds up to 1, 2 or 5 times a power of ten. */
function roundStep(least: number, isWhole: boolean): number {
  if (least <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = [1, 2, 5].find((each) => each * power >= least * (1 - 1e-9)) ?? 10;
  return isWhole ? Math.max(1, factor * power) : factor * power;
}
