import type { HistoryMessage } from '../../agent/turn.ts';
import type { CallAssistant } from '../call-host.ts';
import type { OpenEngine } from '../engines/engine-options.ts';
import type { MediaLeg } from '../legs/media-leg.ts';
import type { CallContext } from '../session/call-context.ts';
import type { CallEnd } from '../session/call-end.ts';
import type { Conversation } from '../session/conversation.ts';
import type { BackgroundSound } from '../speaking/speaker.ts';
import type { HandoffLimit } from './handoff-limit.ts';

/** The call as those see it who do something with it: transfer it, hand it over, end it. */
export interface CallStage {
  readonly call: CallContext;
  readonly leg: MediaLeg;
  /** The present one; another after `submit`. */
  readonly conversation: Conversation;
  /** What was heard so far. */
  readonly transcript: readonly HistoryMessage[];
  readonly openEngine: OpenEngine;
  readonly handoffs: HandoffLimit;
  /** What the customer hears in place of the assistant's room; null: the room again. */
  setBackground(sound: BackgroundSound | null): void;
  /** Who hears the customer, and their keys, in place of the assistant; null: the assistant again. */
  setListener(listener: CustomerListener | null): void;
  /** Calls back every 20 ms until the call is over; @returns how to stop. */
  everyTick(listener: () => void): () => void;
  /** Another assistant takes over; the present conversation is closed. */
  handOff(assistant: CallAssistant): Promise<Conversation>;
  end(end: CallEnd): void;
}

export interface CustomerListener {
  audio(frame: Int16Array): void;
  digit(digit: string): void;
}
