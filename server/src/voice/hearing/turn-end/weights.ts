import type { TurnWeights } from './turn-features.ts';

/**
 * Found by `node bench/end-of-turn/bench.ts --train`: logistic regression over flite's voices, two thirds of the sentences in
 * bench/end-of-turn/sentences.ts. Positive speaks for the end of the turn.
 */
export const WEIGHTS: TurnWeights = {
  always: -0.33,
  pause: 1.5,
  withText: 0.56,
  withProsody: -0.05,
  text: {
    endsOpen: -2.27,
    endsInFiller: -0.85,
    endsWanting: -0.73,
    endsInPause: -2.64,
    endsInStop: 0.56,
    endsInDigits: -1.78,
    isReply: 1.77,
    isHalfSentence: -0.58,
    isQuestion: 1.7,
    isFragment: -1.45,
  },
  prosody: { pitchMove: 0.03, pitchSlope: 0.01, energyMove: 0.2 },
};
