import { type ProsodyFeatures, prosodyFeatures } from './prosody-features.ts';
import { type TextFeatures, textFeatures } from './text-features.ts';
import type { UnfinishedTurn } from './turn-detector.ts';

/** Input features of the turn detector; null if unavailable. */
export interface TurnFeatures {
  /** Seconds, at most 2. */
  pause: number;
  text: TextFeatures | null;
  prosody: ProsodyFeatures | null;
}

/** Weights of the logistic regression. Positive weights make the end of the turn more likely. */
export interface TurnWeights {
  always: number;
  pause: number;
  withText: number;
  withProsody: number;
  text: TextFeatures;
  prosody: ProsodyFeatures;
}

export function turnFeatures({ samples, silenceMs, text, language }: UnfinishedTurn): TurnFeatures {
  return {
    pause: Math.min(2, silenceMs / 1000),
    text: textFeatures(text, language),
    prosody: prosodyFeatures(samples, silenceMs),
  };
}
