import { isJsonObject } from '../providers/interfaces/json.ts';
import type { ToolDescription } from '../providers/interfaces/language-model.ts';

/** Something the assistant can do in the middle of a turn. */
export interface AgentTool {
  description: ToolDescription;
  timeoutMs: number;
  /** The tool has side effects: a retried turn does not call it again. */
  hasEffects?: true;
  /**
   * Arguments are checked against `description.parameters` before. Resolves with a JSON value.
   * A `bad-request` that it throws is told to the model in its own words; anything else only as "failed", and the
   * words of another `AppError` are kept for the account's owner.
   */
  run(toolArguments: Record<string, unknown>, signal: AbortSignal, call: ToolCallContext): Promise<unknown>;
}

/** The customer and conversation that a tool is called for. */
export interface ToolSubject {
  /** Of a telephone call. */
  callId?: number;
  /** The UUID of a conversation. */
  conversationId?: string;
  /** Null: not known. */
  customerPhone: string | null;
}

export interface ToolCallContext {
  /** Identifies the call; the same for each attempt. */
  key: string;
  /** Absent: no particular customer. */
  subject?: ToolSubject;
}

/** The tools, called for this customer. */
export function toolsFor(tools: readonly AgentTool[], subject: ToolSubject): AgentTool[] {
  return tools.map((tool) => ({
    ...tool,
    run: (toolArguments, signal, call) => tool.run(toolArguments, signal, { ...call, subject }),
  }));
}

/** One executed call, in the shape of the contract's `function_calls`. */
export interface FunctionCall {
  name: string;
  arguments: Record<string, unknown>;
  /** The tool's JSON object (`{ value }` around anything else), or `{ error: { code, message } }`. */
  result: Record<string, unknown>;
}

export type ToolFailureCode = 'unknown-tool' | 'invalid-arguments' | 'too-many-calls' | 'timeout' | 'failed';

/** A failure as the model reads it: it may try again, ask the customer or go on without. */
export function toolFailure(code: ToolFailureCode, message: string): Record<string, unknown> {
  return { error: { code, message } };
}

export const TOOL_FAILED = 'The tool failed.';

/**
 * A call as models and customers may read it: why a tool cannot be reached tells of its owner's network. Models repeat
 * what they read.
 */
export function withoutReason(call: FunctionCall): FunctionCall {
  const { error } = call.result;
  if (!isJsonObject(error) || error['code'] !== 'failed') return call;
  return { ...call, result: toolFailure('failed', TOOL_FAILED) };
}
