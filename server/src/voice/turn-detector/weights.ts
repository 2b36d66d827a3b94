import type { TurnWeights } from './turn-features.ts';

/**
 * Trained by `node bench/end-of-turn/bench.ts --train`: logistic regression over flite and espeak-ng voices, two
 * thirds of the sentences in bench/end-of-turn/sentences.ts.
 */
export const WEIGHTS: TurnWeights = {
  always: -0.34,
  pause: 1.48,
  withText: 0.54,
  withProsody: -0.14,
  text: {
    endsOpen: -2.39,
    endsInFiller: -0.91,
    endsWanting: -0.84,
    endsInPause: -2.55,
    endsInStop: 0.71,
    endsInDigits: -1.48,
    isReply: 1.79,
    isHalfSentence: -0.6,
    isQuestion: 1.66,
    isFragment: -1.38,
  },
  prosody: { pitchMove: -0.19, pitchSlope: -0.4, energyMove: 0.1 },
};
