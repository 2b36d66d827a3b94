import { completeness } from './completeness.ts';
import type { TurnDetector, TurnPrediction, UnfinishedTurn } from './turn-detector.ts';
import { turnFeatures } from './turn-features.ts';

/** Probability from which a turn counts as complete. */
export const COMPLETE_FROM = 0.7;

/**
 * Turn detector for all calls of a process: logistic regression over words, pitch, loudness and pause. Text features
 * exist only for the languages in `OPEN_WORDS`.
 */
export class LocalTurnDetector implements TurnDetector {
  /** Takes about 1 ms. Never rejects. */
  async predict(turn: UnfinishedTurn): Promise<TurnPrediction> {
    const features = turnFeatures(turn);
    // Prosody alone is no better than chance (bench/README.md): without text, silence decides.
    if (features.text === null) return 'unknown';
    return completeness(features) >= COMPLETE_FROM ? 'complete' : 'incomplete';
  }
}
