import type { BuiltInTool } from '#contract/built-in-tools.ts';
import type { KeysOutcome } from '../legs/media-leg.ts';
import type { CollectedDigits } from './digit-entry.ts';

export type ToolOf<Type extends BuiltInTool['type']> = Extract<BuiltInTool, { type: Type }>;

/** Action on the call that runs after the current reply has been played. */
export type CallAction =
  | { type: 'end-call' }
  | { type: 'transfer'; tool: ToolOf<'call_transfer'>; target: string }
  | { type: 'warm-transfer'; tool: ToolOf<'warm_call_transfer'> }
  | { type: 'assistant-transfer'; tool: ToolOf<'assistant_transfer'> };

export interface CallControl {
  /** Schedules an action for after the reply. @returns false if another action is already scheduled or running */
  afterReply(action: CallAction): boolean;
  /** Collects DTMF digits; the timeout starts when the assistant stops speaking. */
  collectDigits(
    wanted: { timeoutMs: number; stopKey: string },
    signal: AbortSignal,
  ): Promise<CollectedDigits>;
  /** Sends DTMF once the words before it have been heard; later words wait until it is sent. */
  sendDigits(digits: string, signal: AbortSignal): Promise<KeysOutcome>;
}
