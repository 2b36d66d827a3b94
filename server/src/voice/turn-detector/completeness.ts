import type { ProsodyFeatures } from './prosody-features.ts';
import type { TextFeatures } from './text-features.ts';
import type { TurnFeatures, TurnWeights } from './turn-features.ts';
import { WEIGHTS } from './weights.ts';

/** Probability that the turn is complete, 0 to 1. */
export function completeness(features: TurnFeatures, weights: TurnWeights = WEIGHTS): number {
  const { pause, text, prosody } = features;
  const sum =
    weights.always +
    weights.pause * pause +
    (text === null ? 0 : weights.withText + product(text, weights.text)) +
    (prosody === null ? 0 : weights.withProsody + product(prosody, weights.prosody));
  return 1 / (1 + Math.exp(-sum));
}

function product<Features extends TextFeatures | ProsodyFeatures>(
  features: Features,
  weights: Features,
): number {
  const weightOf = new Map<string, number>(Object.entries(weights));
  return Object.entries(features).reduce((sum, [name, value]) => sum + value * (weightOf.get(name) ?? 0), 0);
}
