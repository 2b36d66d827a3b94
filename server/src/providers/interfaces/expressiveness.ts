import type { SpeechOptions } from './tts-provider.ts';

/** The contract's default. */
const DEFAULT_STABILITY = 0.7;
const MAX_EXPRESSIVENESS = 1.8;
const MIN_EXPRESSIVENESS = 0.4;
/** Factor for voices without emotion. */
const CALM_FACTOR = 0.6;

/**
 * Converts stability and emotion for voices with a single expressiveness setting; 1 is the voice's own, at the default
 * `stability` and with `emotion`. @returns 0.24 (nearly monotone) to 1.8
 */
export function expressivenessOf({
  stability,
  emotion,
}: Pick<SpeechOptions, 'stability' | 'emotion'>): number {
  const evenness = stability - DEFAULT_STABILITY;
  const expressiveness =
    evenness > 0
      ? 1 - ((1 - MIN_EXPRESSIVENESS) * evenness) / (1 - DEFAULT_STABILITY)
      : 1 - ((MAX_EXPRESSIVENESS - 1) * evenness) / DEFAULT_STABILITY;
  return emotion ? expressiveness : CALM_FACTOR * expressiveness;
}

/** Expressiveness for models that are instructed in words; `own` is the voice's own. */
export function speakingStyleOf(
  options: Pick<SpeechOptions, 'stability' | 'emotion'>,
): 'even' | 'own' | 'lively' {
  const expressiveness = expressivenessOf(options);
  if (expressiveness <= 0.7) return 'even';
  return expressiveness >= 1.3 ? 'lively' : 'own';
}
