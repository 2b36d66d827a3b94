/** The median; the mean of the two middle values for an even number. NaN without values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[sorted.length >> 1] ?? Number.NaN;
  const lower = sorted[(sorted.length - 1) >> 1] ?? Number.NaN;
  return (upper + lower) / 2;
}

/** The smallest value that at least `share` (0 to 1) of the values do not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const index = Math.max(0, Math.ceil(sorted.length * share) - 1);
  return sorted[index] ?? Number.NaN;
}

export interface Spread {
  median: number;
  min: number;
  max: number;
}

export function spread(values: readonly number[]): Spread {
  return { median: median(values), min: Math.min(...values), max: Math.max(...values) };
}

/** One ratio per round of two contenders, and their spread. Disturbances of a shared machine cancel out. */
export function pairedRatios(numerators: readonly number[], denominators: readonly number[]): Spread {
  const ratios = numerators.flatMap((value, round) => {
    const other = denominators[round];
    return other === undefined ? [] : [value / other];
  });
  return spread(ratios);
}

/** Slope of the least squares line. NaN with fewer than two different x. */
export function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const meanX = mean(points.map(([x]) => x));
  const meanY = mean(points.map(([, y]) => y));
  const covariance = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  return covariance / points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
}
