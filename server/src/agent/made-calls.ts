import { isDeepStrictEqual } from 'node:util';
import { isJsonObject } from '../providers/interfaces/json.ts';
import type { ModelImage, ModelMessage } from '../providers/interfaces/language-model.ts';
import { checkArguments } from './check-arguments.ts';
import { type AgentTool, type FunctionCall, toolFailure, UNKNOWN_OUTCOME } from './tool.ts';

/** A tool call that an earlier attempt of the same turn has made. */
export interface MadeCall {
  /** The `Idempotency-Key` of its requests. */
  key: string;
  /** The model's round within the turn, from 1. */
  round: number;
  name: string;
  arguments: Record<string, unknown>;
  /** Null if the attempt ended before the outcome was stored. */
  result: Record<string, unknown> | null;
}

/** A customer's message, and the calls that earlier attempts made before the next message. */
export interface TurnPart {
  message: string;
  /** Pictures that came with the message. */
  images?: readonly ModelImage[] | undefined;
  /** Oldest first. */
  calls: readonly MadeCall[];
}

/** Stores the tool calls of a turn, so that its next attempt continues from them. */
export interface CallJournal {
  /** Called before the request is sent. A known key means a retry. */
  started(call: Omit<MadeCall, 'result'>): Promise<void>;
  finished(key: string, result: Record<string, unknown>): Promise<void>;
}

export interface CallOutcome {
  /** The `Idempotency-Key` of the request: a retry sends it again. */
  key: string;
  result: Record<string, unknown>;
}

/** A call made for an answer that the customer has not heard; its outcome is pending while the tool runs. */
export interface UnreportedCall {
  name: string;
  arguments: Record<string, unknown>;
  outcome: CallOutcome | Promise<CallOutcome>;
  /** True if the call's message is missing from the history because another turn answers it. */
  isUnseen?: boolean;
}

/** A tool call of this or an earlier turn. */
export interface KnownCall extends UnreportedCall {
  /** True if an earlier attempt made the call: the same call then gets its result instead of another run. */
  isEarlier: boolean;
}

/** Shown as the result of a call without a stored outcome. */
export const OUTCOME_UNKNOWN = toolFailure('timeout', UNKNOWN_OUTCOME);

/** The latest call of the same tool with the same arguments. */
export function findSame(
  known: readonly KnownCall[],
  tool: AgentTool,
  given: Record<string, unknown>,
): KnownCall | undefined {
  const { name, parameters } = tool.description;
  const same = comparable(given);
  return known.findLast((call) => {
    if (call.name !== name) return false;
    const checked = checkArguments(parameters, call.arguments);
    return isDeepStrictEqual(comparable(checked.ok ? checked.arguments : call.arguments), same);
  });
}

/** Models vary case and spaces when they repeat a call. */
function comparable(given: Record<string, unknown>): Record<string, unknown> {
  const plain = (value: unknown): unknown =>
    typeof value === 'string' ? value.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim() : value;
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, plain(value)]));
}

/**
 * True if the endpoint did not answer, or answered that it could not at that time (429, 5xx), so that the call may be
 * repeated under the same key.
 */
export function isUnanswered(result: Record<string, unknown>): boolean {
  const { error, status } = result;
  if (typeof status === 'number' && (status === 429 || status >= 500)) return true;
  if (typeof error !== 'object' || error === null || !('code' in error)) return false;
  return error.code === 'timeout' || error.code === 'failed';
}

/** True if a call, which must not be sent twice, may have been executed. */
export function isUncertain({ error }: Record<string, unknown>): boolean {
  return isJsonObject(error) && (error['code'] === 'timeout' || error['outcome'] === 'unknown');
}

/** The customer's messages and earlier calls, as messages for the model. */
export function partMessages(
  parts: readonly TurnPart[],
  { toolNames, outputOf }: { toolNames: ReadonlySet<string>; outputOf(call: FunctionCall): string },
): ModelMessage[] {
  return parts.flatMap(({ message, images = [], calls }, index) => {
    // Some vendors refuse calls of undeclared tools.
    const shown = calls.filter(({ name }) => toolNames.has(name));
    const rounds = [...new Set(shown.map(({ round }) => round))];
    const messages = rounds.flatMap((round) => {
      const ofRound = shown.filter((call) => call.round === round).map(functionCallOf);
      return roundMessages(ofRound, `made_${index}_${round}`, outputOf);
    });
    return [{ role: 'user' as const, content: message, ...(images.length > 0 && { images }) }, ...messages];
  });
}

/** Calls for messages that the history does not contain, as messages for the model. */
export function unseenMessages(
  unreported: readonly UnreportedCall[],
  { toolNames, outputOf }: { toolNames: ReadonlySet<string>; outputOf(call: FunctionCall): string },
): ModelMessage[] {
  const calls = unreported.flatMap(({ name, arguments: given, outcome, isUnseen = false }) =>
    isUnseen && toolNames.has(name) && !(outcome instanceof Promise)
      ? [{ name, arguments: given, result: outcome.result }]
      : [],
  );
  return calls.length === 0 ? [] : roundMessages(calls, 'unseen', outputOf);
}

function roundMessages(
  calls: readonly FunctionCall[],
  id: string,
  outputOf: (call: FunctionCall) => string,
): ModelMessage[] {
  const toolCalls = calls.map((call, order) => ({
    id: `${id}_${order}`,
    name: call.name,
    arguments: call.arguments,
  }));
  const outputs = calls.map(
    (call, order): ModelMessage => ({
      role: 'tool',
      toolCallId: `${id}_${order}`,
      toolName: call.name,
      output: outputOf(call),
      failed: 'error' in call.result,
    }),
  );
  return [{ role: 'assistant', content: '', toolCalls }, ...outputs];
}

export function functionCallOf(call: MadeCall): FunctionCall {
  return { name: call.name, arguments: call.arguments, result: call.result ?? OUTCOME_UNKNOWN };
}
