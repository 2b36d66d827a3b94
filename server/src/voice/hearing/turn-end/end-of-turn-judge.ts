import type { EndOfTurnDetector, Judgement, UnfinishedTurn } from '../end-of-turn.ts';
import { completeness } from './completeness.ts';
import { turnFeatures } from './turn-features.ts';

/** From here on a turn counts as over. */
export const COMPLETE_FROM = 0.7;

/**
 * Judges by words, tune, loudness and pause whether somebody has finished; one for all calls of a process. It knows the words of
 * some languages (`OPEN_WORDS`), and of the others nothing.
 */
export class EndOfTurnJudge implements EndOfTurnDetector {
  /** Takes about a millisecond. Never rejects. */
  async judge(turn: UnfinishedTurn): Promise<Judgement> {
    const features = turnFeatures(turn);
    // The tune alone is right no more often than chance (bench/README.md): without words the silence decides.
    if (features.text === null) return 'unknown';
    return completeness(features) >= COMPLETE_FROM ? 'complete' : 'incomplete';
  }
}
