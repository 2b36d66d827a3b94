import type { FunctionCall } from '../../agent/tool.ts';
import type { SpokenWord } from '../engines/engine.ts';

/** The turn that a reply answers, in call time. */
export interface AnsweredTurn {
  voicedMs: number;
  /** End of the customer's last sound. */
  lastVoicedMs: number;
  endedMs: number;
  /** When its last transcript arrived, if after the end of turn. */
  transcribedMs: number | null;
}

/** Outcome of a reply: played completely, interrupted, or failed before any of it was heard. */
export type SpeechOutcome = 'played' | 'cut' | 'failed';

/**
 * Purpose of a reply. Re-engagement does not count as conversation, "hello?" does not interrupt a greeting, and nothing
 * interrupts a notice.
 */
export type ReplyPurpose = 'conversation' | 'notice' | 'greeting' | 'reengagement';

export interface Reply {
  readonly id: string;
  readonly purpose: ReplyPurpose;
  /** The turn that it answers, or null. */
  readonly turn: AnsweredTurn | null;
  /** Fixed text; null if the engine generates the text. */
  readonly wording: string | null;
  /** Time without progress after which the reply is stalled. */
  readonly stallAfterMs: number;
  /** Null until complete. */
  text: string | null;
  words: SpokenWord[];
  functionCalls: readonly FunctionCall[];
  /** Time to first token of the first model call for this reply. */
  modelMs: number | null;
  /** The model of that call; null if not reported. */
  model: string | null;
  firstSoundMs: number | null;
  lastSoundMs: number;
  /** Time of the last report of the heard words. */
  reportedMs: number;
  /** Last progress from the engine. */
  progressMs: number;
  readonly begunMs: number;
  /** When the reply was requested, or requested again from a replacement provider. */
  askedMs: number;
  runningTools: number;
  hasFailed: boolean;
  /** Called once, when the reply ends. */
  settle(outcome: SpeechOutcome): void;
}
