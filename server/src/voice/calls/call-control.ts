import type { BuiltInTool } from '#contract/built-in-tools.ts';
import type { KeysOutcome } from '../legs/media-leg.ts';
import type { CollectedDigits } from '../session/digit-entry.ts';

export type ToolOf<Type extends BuiltInTool['type']> = Extract<BuiltInTool, { type: Type }>;

/** What is done with the call once the assistant has finished what it is saying. */
export type CallAction =
  | { type: 'end-call' }
  | { type: 'transfer'; tool: ToolOf<'call_transfer'>; target: string }
  | { type: 'warm-transfer'; tool: ToolOf<'warm_call_transfer'> }
  | { type: 'assistant-transfer'; tool: ToolOf<'assistant_transfer'> };

/** What the built-in tools may do with the call. */
export interface CallControl {
  /** The last one counts; false: something else is already being done with the call. */
  afterReply(action: CallAction): boolean;
  /** Keys that the customer presses; the time runs from the end of what the assistant is saying. */
  collectDigits(
    wanted: { timeoutMs: number; stopKey: string },
    signal: AbortSignal,
  ): Promise<CollectedDigits>;
  sendDigits(digits: string): Promise<KeysOutcome>;
}
