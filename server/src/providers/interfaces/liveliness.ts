import type { SpeechOptions } from './streaming-synthesizer.ts';

/** What the contract gives to an assistant that names none. */
const USUAL_STABILITY = 0.7;
const MOST = 1.8;
const LEAST = 0.4;
/** Of a voice that is to show no feelings. */
const CALM = 0.6;

/**
 * How much melody speech is to have, for voices that know one measure of it; 1 is the voice's own, with the usual `stability`
 * and with `emotion`. @returns 0.24 (nearly even) to 1.8
 */
export function livelinessOf({ stability, emotion }: Pick<SpeechOptions, 'stability' | 'emotion'>): number {
  const evenness = stability - USUAL_STABILITY;
  const liveliness =
    evenness > 0
      ? 1 - ((1 - LEAST) * evenness) / (1 - USUAL_STABILITY)
      : 1 - ((MOST - 1) * evenness) / USUAL_STABILITY;
  return emotion ? liveliness : CALM * liveliness;
}

/** The same for whoever is told in words how to speak. */
export function mannerOf(options: Pick<SpeechOptions, 'stability' | 'emotion'>): 'even' | 'own' | 'lively' {
  const liveliness = livelinessOf(options);
  if (liveliness <= 0.7) return 'even';
  return liveliness >= 1.3 ? 'lively' : 'own';
}
