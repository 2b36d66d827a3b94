import type { FunctionCall } from '../../agent/tool.ts';
import type { SpokenWord } from '../engines/engine.ts';

/** A turn of the customer that was answered; times of the call. */
export interface AnsweredTurn {
  /** How much speech was in it. */
  voicedMs: number;
  /** End of the customer's last sound. */
  lastVoicedMs: number;
  /** When the turn counted as over. */
  endedMs: number;
  /** When the last words of it were understood, if that was later. */
  transcribedMs: number | null;
}

/** How a reply came out: heard to its end, cut, or it never sounded because something failed. */
export type SpeechOutcome = 'played' | 'cut' | 'failed';

/** Why something is said. Words that only fill a silence do not count as conversation, and a "hello?" does not interrupt a greeting. */
export type ReplyPurpose = 'conversation' | 'greeting' | 'reengagement';

/** One thing that the assistant says. */
export interface Reply {
  readonly id: string;
  readonly purpose: ReplyPurpose;
  /** The turn that it answers; null where nobody asked. */
  readonly turn: AnsweredTurn | null;
  /** The very words that were ordered; null: the engine finds its own. */
  readonly wording: string | null;
  /** So long nothing of it may come. */
  readonly patienceMs: number;
  /** Null while more may follow. */
  text: string | null;
  words: SpokenWord[];
  functionCalls: readonly FunctionCall[];
  /** Until the model's first word, of the first call of a model that was made for it. */
  modelMs: number | null;
  /** The model of that call; null: none was told of. */
  model: string | null;
  firstSoundMs: number | null;
  lastSoundMs: number;
  /** Last sign of life of the engine. */
  progressMs: number;
  readonly begunMs: number;
  /** When it was begun, or since when somebody else is asked for it, as whoever was asked before is lost. */
  askedMs: number;
  runningTools: number;
  hasFailed: boolean;
  /** Told once, when it is over. */
  settle(outcome: SpeechOutcome): void;
}
