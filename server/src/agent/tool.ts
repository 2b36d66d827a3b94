import { AppError } from '../core/errors.ts';
import { isJsonObject } from '../providers/interfaces/json.ts';
import type { ToolDescription } from '../providers/interfaces/language-model.ts';

/** A function that the model can call during a turn. */
export interface AgentTool {
  description: ToolDescription;
  timeoutMs: number;
  /** The tool has side effects: a retried turn does not repeat its calls. */
  hasEffects?: true;
  /** False if the endpoint may not know idempotency keys: a call whose outcome is unknown is not sent again. */
  isRepeatable?: false;
  /** An answer with words that calls the tool is complete: the model is not asked again. */
  endsAnswer?: true;
  /**
   * Arguments were checked against `description.parameters`. Resolves with a JSON value. The model receives the message
   * of a thrown `bad-request` or `ToolReportedError`, and only "failed" for anything else; the account's owner also sees
   * the messages of other `AppError`s.
   */
  run(toolArguments: Record<string, unknown>, signal: AbortSignal, call: ToolCallContext): Promise<unknown>;
}

/** The customer and conversation of a tool call. */
export interface ToolSubject {
  callId?: number;
  /** UUID. */
  conversationId?: string;
  /** Null if unknown. */
  customerPhone: string | null;
}

export interface ToolCallContext {
  /** Identifies the call; the same in each attempt. */
  key: string;
  /** Absent without a customer. */
  subject?: ToolSubject;
  /** Values for `{{variables}}` in the request; absent without a customer. */
  valuesAt?(now: Date): Record<string, unknown>;
  /** Values that those of `valuesAt` cannot replace in the request; absent without any. */
  fixedValues?: Record<string, unknown>;
}

/** One executed call, in the shape of the contract's `function_calls`. */
export interface FunctionCall {
  name: string;
  arguments: Record<string, unknown>;
  /** The tool's JSON object (other values as `{ value }`), or `{ error: { code, message } }`. */
  result: Record<string, unknown>;
}

export type ToolFailureCode =
  | 'unknown-tool'
  | 'invalid-arguments'
  | 'too-many-calls'
  | 'timeout'
  | 'failed'
  | 'tool-error';

/** The tool ran and reported a failure in words for the model. Its call is not repeated. */
export class ToolReportedError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ToolReportedError';
  }
}

/** The call was certainly not executed, for example because no connection was made. It may be repeated. */
export class ToolNotReached extends AppError {}

/** An error that the model can act on: retry, ask the customer or continue without. */
export function toolFailure(code: ToolFailureCode, message: string): Record<string, unknown> {
  return { error: { code, message } };
}

export const TOOL_FAILED = 'The tool failed.';

export const UNKNOWN_OUTCOME = 'It is unknown whether the tool call succeeded.';

/** Marks the failure of a call that may have been executed. Only the account's owner reads its message. */
export function asUnknown(result: Record<string, unknown>): Record<string, unknown> {
  return isJsonObject(result['error']) ? { error: { ...result['error'], outcome: 'unknown' } } : result;
}

/**
 * Hides why a tool is unreachable: the reason describes its owner's network, and models repeat to customers what they
 * read.
 */
export function withoutReason(call: FunctionCall): FunctionCall {
  const { error } = call.result;
  if (!isJsonObject(error)) return call;
  if (error['outcome'] === 'unknown') {
    return { ...call, result: toolFailure('timeout', UNKNOWN_OUTCOME) };
  }
  if (error['code'] !== 'failed') return call;
  return { ...call, result: toolFailure('failed', TOOL_FAILED) };
}
