import type { Spread } from './fusion.ts';

/** Prior for small samples, typical of sentence embedders; counts as this many values. */
const PRIOR = { count: 4, mean: 0.3, deviation: 0.12 };

/** Mean and standard deviation of similarities, smoothed with a prior. */
export function spreadOf(similarities: readonly number[]): Spread {
  const count = similarities.length + PRIOR.count;
  const mean = (sum(similarities) + PRIOR.count * PRIOR.mean) / count;
  const squares = sum(similarities.map((value) => (value - mean) ** 2));
  const variance = (squares + PRIOR.count * PRIOR.deviation ** 2) / count;
  return { mean, deviation: Math.sqrt(variance) };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
