import type { HistoryMessage } from '../../agent/turn.ts';
import type { CallAssistant } from '../call-host.ts';
import type { OpenEngine } from '../engines/engine-options.ts';
import type { MediaLeg } from '../legs/media-leg.ts';
import type { Speaker } from '../speaking/speaker.ts';
import type { AudioInput } from './audio-input.ts';
import type { CallContext } from './call-context.ts';
import type { CallAction } from './call-control.ts';

export interface ConversationDeps {
  call: CallContext;
  leg: MediaLeg;
  speaker: Speaker;
  audioInput: AudioInput;
  assistant: CallAssistant;
  history: readonly HistoryMessage[];
  openEngine: OpenEngine;
  nextReplyId(): string;
  /** Receives the customer's transcript, interim and final. */
  understood(text: string, isFinal: boolean): void;
  /** Runs an action after the reply. `spoke` if the assistant said something before it. */
  act(action: CallAction, spoke: boolean): void;
  failed(reason: string): void;
}
