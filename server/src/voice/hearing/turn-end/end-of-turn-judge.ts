import type { EndOfTurnDetector, Judgement, UnfinishedTurn } from '../end-of-turn.ts';
import { completeness } from './completeness.ts';
import { turnFeatures } from './turn-features.ts';

/** From here on a turn counts as over. */
export const COMPLETE_FROM = 0.7;

/** Judges by words, tune and loudness whether somebody has finished; one for all calls of a process. */
export class EndOfTurnJudge implements EndOfTurnDetector {
  /** Takes about a millisecond. Never rejects. */
  async judge(turn: UnfinishedTurn): Promise<Judgement> {
    const features = turnFeatures(turn);
    // Silence alone is no judgement: that is what the caller goes by without one.
    if (features.text === null && features.prosody === null) return 'unknown';
    return completeness(features) >= COMPLETE_FROM ? 'complete' : 'incomplete';
  }
}
