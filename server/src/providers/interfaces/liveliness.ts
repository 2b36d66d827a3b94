import type { SpeechOptions } from './tts-provider.ts';

/** The contract's default. */
const USUAL_STABILITY = 0.7;
const MOST = 1.8;
const LEAST = 0.4;
/** Factor for voices without emotion. */
const CALM = 0.6;

/**
 * Converts stability and emotion for voices with a single expressiveness setting; 1 is the voice's own, at the default
 * `stability` and with `emotion`. @returns 0.24 (nearly monotone) to 1.8
 */
export function livelinessOf({ stability, emotion }: Pick<SpeechOptions, 'stability' | 'emotion'>): number {
  const evenness = stability - USUAL_STABILITY;
  const liveliness =
    evenness > 0
      ? 1 - ((1 - LEAST) * evenness) / (1 - USUAL_STABILITY)
      : 1 - ((MOST - 1) * evenness) / USUAL_STABILITY;
  return emotion ? liveliness : CALM * liveliness;
}

/** The same for models that are instructed in words. */
export function mannerOf(options: Pick<SpeechOptions, 'stability' | 'emotion'>): 'even' | 'own' | 'lively' {
  const liveliness = livelinessOf(options);
  if (liveliness <= 0.7) return 'even';
  return liveliness >= 1.3 ? 'lively' : 'own';
}
