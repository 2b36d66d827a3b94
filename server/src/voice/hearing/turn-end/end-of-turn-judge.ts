import type { EndOfTurnDetector, Judgement, UnfinishedTurn } from '../end-of-turn.ts';
import { completeness } from './completeness.ts';
import { turnFeatures } from './turn-features.ts';

/** From here on a turn counts as over. */
export const COMPLETE_FROM = 0.65;
/** Up to here something is missing; between the two it cannot be told. */
const INCOMPLETE_TO = 0.35;

/** Judges by words, tune and loudness whether somebody has finished; one for all calls of a process. */
export class EndOfTurnJudge implements EndOfTurnDetector {
  /** Takes about a millisecond. Never rejects. */
  async judge(turn: UnfinishedTurn): Promise<Judgement> {
    return judgementOf(completeness(turnFeatures(turn)));
  }
}

/** @param likelihood that the turn is over, 0 to 1 */
export function judgementOf(likelihood: number): Judgement {
  if (likelihood >= COMPLETE_FROM) return 'complete';
  return likelihood <= INCOMPLETE_TO ? 'incomplete' : 'unknown';
}
