import type { UnfinishedTurn } from '../end-of-turn.ts';
import { type ProsodyFeatures, prosodyFeatures } from './prosody-features.ts';
import { type TextFeatures, textFeatures } from './text-features.ts';

/** What the judgement rests on; a part that is not known is null. */
export interface TurnFeatures {
  /** Seconds, at most 2. */
  pause: number;
  text: TextFeatures | null;
  prosody: ProsodyFeatures | null;
}

/** Of a logistic regression: how much each feature speaks for the end. */
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
