import type { HistoryMessage } from '../../agent/turn.ts';
import type { CallAssistant } from '../call-host.ts';
import type { CallAction } from '../calls/call-control.ts';
import type { OpenEngine } from '../engines/engine-options.ts';
import type { MediaLeg } from '../legs/media-leg.ts';
import type { Speaker } from '../speaking/speaker.ts';
import type { CallContext } from './call-context.ts';
import type { Ear } from './ear.ts';

/** What a conversation is made of, and whom it tells. */
export interface ConversationDeps {
  call: CallContext;
  leg: MediaLeg;
  speaker: Speaker;
  ear: Ear;
  assistant: CallAssistant;
  history: readonly HistoryMessage[];
  openEngine: OpenEngine;
  nextReplyId(): string;
  /** The customer's words, as they are understood. */
  understood(text: string, isFinal: boolean): void;
  /** The assistant has said what it wanted to say before this; `spoke`: it did say something. */
  act(action: CallAction, spoke: boolean): void;
  /** The call cannot go on. */
  failed(reason: string): void;
}
