import { randomUUID } from 'node:crypto';
import type { Clock } from '../core/clock.ts';
import { AppError } from '../core/errors.ts';
import { isJsonObject } from '../providers/interfaces/json.ts';
import type { ToolCall } from '../providers/interfaces/language-model.ts';
import { abortError, ProviderError } from '../providers/interfaces/provider-error.ts';
import { checkArguments } from './check-arguments.ts';
import { LinkedAbort } from './linked-abort.ts';
import {
  type CallJournal,
  type CallOutcome,
  findSame,
  isUnanswered,
  isUncertain,
  type KnownCall,
  type MadeCall,
} from './made-calls.ts';
import { withTimeLimit } from './time-limit.ts';
import {
  type AgentTool,
  asUnknown,
  type FunctionCall,
  TOOL_FAILED,
  type ToolFailureCode,
  ToolNotReached,
  ToolReportedError,
  toolFailure,
} from './tool.ts';

export interface ToolOutcome {
  call: ToolCall;
  functionCall: FunctionCall;
  failed: boolean;
  durationMs: number;
  /** The `Idempotency-Key` of the request. */
  key: string;
  /** The result comes from an earlier attempt of the turn. */
  isRepeat: boolean;
}

interface ToolRun {
  tools: ReadonlyMap<string, AgentTool>;
  clock: Clock;
  signal: AbortSignal;
  journal?: CallJournal | undefined;
}

interface ToolRound extends ToolRun {
  /** Number of calls that may still run; the rest fail. */
  allowed: number;
  /** Calls of this turn so far; the round's calls are added. */
  known?: KnownCall[];
  /** The round within the turn, from 1. */
  round?: number;
}

interface Outcome {
  failed: boolean;
  result: Record<string, unknown>;
  key?: string;
  isRepeat?: true;
  /** The arguments that were sent, if the model's differ from them in case or spaces. */
  sent?: Record<string, unknown>;
}

/**
 * Runs the calls of one round in parallel; outcomes in the order of the calls. Every failure is an outcome that the
 * model can read. Rejects only when the signal is aborted (immediately) or when the journal fails.
 */
export async function runTools(calls: readonly ToolCall[], run: ToolRound): Promise<ToolOutcome[]> {
  return Promise.all(calls.map((call, index) => runOne(call, index < run.allowed, run)));
}

async function runOne(call: ToolCall, allowed: boolean, run: ToolRound): Promise<ToolOutcome> {
  const startedAt = run.clock.monotonicMs();
  const {
    failed,
    result,
    key = randomUUID(),
    isRepeat,
    sent = call.arguments ?? {},
  } = allowed
    ? await outcomeOf(call, run)
    : failure('too-many-calls', 'Too many tool calls in one turn. Answer with what you have.');
  const durationMs = run.clock.monotonicMs() - startedAt;
  const functionCall = { name: call.name, arguments: sent, result };
  return { call, functionCall, failed, durationMs, key, isRepeat: isRepeat === true };
}

async function outcomeOf(call: ToolCall, run: ToolRound): Promise<Outcome> {
  if (run.signal.aborted) throw abortError(run.signal);
  const tool = run.tools.get(call.name);
  if (tool === undefined) return failure('unknown-tool', `There is no tool named ${call.name}.`);
  if (call.arguments === null) return failure('invalid-arguments', 'The arguments are not a JSON object.');
  const checked = checkArguments(tool.description.parameters, call.arguments);
  if (!checked.ok) return failure('invalid-arguments', `${checked.problems.join('; ')}.`);
  const { known = [], round = 1 } = run;
  const same = tool.hasEffects === true ? findSame(known, tool, checked.arguments) : undefined;
  const earlier = same === undefined ? null : await settled(same, run.signal);
  const isUnsure = tool.isRepeatable === false && earlier !== null && isUncertain(earlier.result);
  const isToRetry = earlier !== null && !isUnsure && isUnanswered(earlier.result);
  if (earlier !== null && (isUnsure || (same?.isEarlier === true && !isToRetry))) {
    return { failed: 'error' in earlier.result, ...earlier, isRepeat: true };
  }
  // The same call got no answer: its key tells the endpoint that this is a retry.
  const key = isToRetry ? earlier.key : randomUUID();
  const { name } = call;
  // Endpoints refuse a known key with other content.
  const sent = isToRetry && same !== undefined ? same.arguments : call.arguments;
  const rechecked = checkArguments(tool.description.parameters, sent);
  const made = { key, round, name, arguments: sent };
  const outcome = await runJournaled(
    { ...tool, checked: rechecked.ok ? rechecked.arguments : sent },
    made,
    run,
  );
  known.push({ name, arguments: sent, outcome: { key, result: outcome.result }, isEarlier: false });
  return { ...outcome, key, sent };
}

/** Waits for a tool that is still running. */
async function settled({ outcome }: KnownCall, signal: AbortSignal): Promise<CallOutcome> {
  if (!(outcome instanceof Promise)) return outcome;
  const stop = new LinkedAbort(signal);
  try {
    return await stop.race(outcome);
  } finally {
    stop[Symbol.dispose]();
  }
}

/** Completes a call of an earlier attempt by repeating it under its key, if it may be. Rejects like `runTools`. */
export async function finishCall(call: MadeCall, run: ToolRun): Promise<MadeCall> {
  const tool = run.tools.get(call.name);
  if (call.result !== null || tool === undefined || tool.isRepeatable === false) return call;
  const checked = checkArguments(tool.description.parameters, call.arguments);
  if (!checked.ok) return call;
  const { result } = await runJournaled({ ...tool, checked: checked.arguments }, call, run);
  return { ...call, result };
}

type ReadyTool = AgentTool & { checked: Record<string, unknown> };

/** Runs a call that the journal stores before it is sent, and again with its outcome. */
async function runJournaled(tool: ReadyTool, call: Omit<MadeCall, 'result'>, run: ToolRun): Promise<Outcome> {
  const journal = tool.hasEffects === true ? run.journal : undefined;
  await journal?.started(call);
  const outcome = await carryOut(tool, call.key, run);
  await journal?.finished(call.key, outcome.result);
  return outcome;
}

async function carryOut(tool: ReadyTool, key: string, run: ToolRun): Promise<Outcome> {
  try {
    const value = await withTimeLimit(async (signal) => tool.run(tool.checked, signal, { key }), {
      timeoutMs: tool.timeoutMs,
      clock: run.clock,
      signal: run.signal,
    });
    return { failed: false, result: toJsonObject(value) };
  } catch (error) {
    if (run.signal.aborted) throw abortError(run.signal);
    const outcome = toFailure(error);
    const isKnown =
      tool.isRepeatable !== false || error instanceof ToolNotReached || !isUnanswered(outcome.result);
    return isKnown ? outcome : { failed: true, result: asUnknown(outcome.result) };
  }
}

function toFailure(error: unknown): Outcome {
  if (error instanceof ProviderError && error.code === 'timeout')
    return failure('timeout', 'The tool did not answer in time.');
  if (error instanceof ToolReportedError) return failure('tool-error', error.message);
  if (!(error instanceof AppError)) return failure('failed', TOOL_FAILED);
  return failure(error.code === 'bad-request' ? 'invalid-arguments' : 'failed', error.message);
}

function failure(code: ToolFailureCode, message: string): Outcome {
  return { failed: true, result: toolFailure(code, message) };
}

function toJsonObject(value: unknown): Record<string, unknown> {
  return isJsonObject(value) ? value : { value: value ?? null };
}
