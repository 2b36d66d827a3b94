import type { HistoryMessage } from '../../agent/turn.ts';
import type { CallAssistant } from '../call-host.ts';
import type { MediaLeg } from '../legs/media-leg.ts';
import type { Speaker } from '../speaking/speaker.ts';
import type { AudioInput } from './audio-input.ts';
import type { CallContext } from './call-context.ts';
import type { CallAction } from './call-control.ts';

export type ConversationEvent =
  /** Transcript of the customer. `isFinal` if it will not change. */
  | { type: 'transcribed'; text: string; isFinal: boolean }
  /** The customer has interrupted the assistant. */
  | { type: 'interrupted' }
  /** An action is due after the reply. `spoke` if the assistant said something before it. */
  | { type: 'action-due'; action: CallAction; spoke: boolean }
  /** The assistant cannot continue. */
  | { type: 'failed'; reason: string };

export interface ConversationDeps {
  call: CallContext;
  leg: MediaLeg;
  speaker: Speaker;
  audioInput: AudioInput;
  assistant: CallAssistant;
  history: readonly HistoryMessage[];
  nextReplyId(): string;
  listener(event: ConversationEvent): void;
}
