import type { HistoryMessage } from '../../agent/turn.ts';
import type { CallAssistant } from '../call-host.ts';
import type { MediaLeg } from '../legs/media-leg.ts';
import type { BackgroundSound } from '../speaking/speaker.ts';
import type { CallContext } from './call-context.ts';
import type { CallEnd } from './call-end.ts';
import type { Conversation } from './conversation.ts';
import type { HandoffLimit } from './handoff-limit.ts';

/** The call as seen by transfers, handoffs and hang-ups. */
export interface CallStage {
  readonly call: CallContext;
  readonly leg: MediaLeg;
  /** The current conversation; replaced by `handOff`. */
  readonly conversation: Conversation;
  readonly transcript: readonly HistoryMessage[];
  readonly handoffs: HandoffLimit;
  /** False during a transfer, while a supervisor speaks, and after the end. */
  readonly isWithAssistant: boolean;
  /** True if it is known who answered. */
  readonly isOpen: boolean;
  /** Background sound for the customer; null restores the assistant's ambience. */
  setBackground(sound: BackgroundSound | null): void;
  /** Receives the customer's audio and keys instead of the assistant; null restores the assistant. */
  setListener(listener: CustomerListener | null): void;
  /** Calls `listener` every 20 ms until the call ends. @returns a function that unsubscribes */
  everyTick(listener: () => void): () => void;
  /** Marks the customer as not with the assistant until `work` resolves. */
  act(work: Promise<void>): void;
  /** Closes the current conversation and starts one with another assistant. */
  handOff(assistant: CallAssistant): Conversation;
  end(end: CallEnd): void;
}

export interface CustomerListener {
  /** Includes typed text, which is read aloud. */
  audio(frame: Int16Array): void;
  /** Audio of the microphone only, to be transcribed. */
  spoken?(frame: Int16Array): void;
  digit(digit: string): void;
}
