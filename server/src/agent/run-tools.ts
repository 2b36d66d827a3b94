import type { Clock } from '../core/clock.ts';
import { AppError } from '../core/errors.ts';
import { isJsonObject } from '../providers/spec/json.ts';
import type { ToolCall } from '../providers/spec/language-model.ts';
import { abortError, ProviderError } from '../providers/spec/provider-error.ts';
import { checkArguments } from './check-arguments.ts';
import { withTimeLimit } from './time-limit.ts';
import { type AgentTool, type FunctionCall, TOOL_FAILED, type ToolFailureCode, toolFailure } from './tool.ts';

export interface ToolOutcome {
  call: ToolCall;
  functionCall: FunctionCall;
  failed: boolean;
  durationMs: number;
}

interface ToolRun {
  tools: ReadonlyMap<string, AgentTool>;
  /** How many of the calls may still run; the others fail. */
  allowed: number;
  clock: Clock;
  signal: AbortSignal;
}

type Outcome = { failed: boolean; result: Record<string, unknown> };

/**
 * Runs the calls of one round side by side; outcomes in the order of the calls.
 * Every failure is an outcome that the model can read. Rejects only when the signal is aborted, and then at once.
 */
export async function runTools(calls: readonly ToolCall[], run: ToolRun): Promise<ToolOutcome[]> {
  return Promise.all(calls.map((call, index) => runOne(call, index < run.allowed, run)));
}

async function runOne(call: ToolCall, allowed: boolean, run: ToolRun): Promise<ToolOutcome> {
  const startedAt = run.clock.monotonicMs();
  const { failed, result } = allowed
    ? await outcomeOf(call, run)
    : failure('too-many-calls', 'Too many tool calls in one turn. Answer with what you have.');
  const durationMs = run.clock.monotonicMs() - startedAt;
  const functionCall = { name: call.name, arguments: call.arguments ?? {}, result };
  return { call, functionCall, failed, durationMs };
}

async function outcomeOf(call: ToolCall, run: ToolRun): Promise<Outcome> {
  if (run.signal.aborted) throw abortError(run.signal);
  const tool = run.tools.get(call.name);
  if (tool === undefined) return failure('unknown-tool', `There is no tool named ${call.name}.`);
  if (call.arguments === null) return failure('invalid-arguments', 'The arguments are no JSON object.');
  const checked = checkArguments(tool.description.parameters, call.arguments);
  if (!checked.ok) return failure('invalid-arguments', `${checked.problems.join('; ')}.`);
  try {
    const value = await withTimeLimit(async (signal) => tool.run(checked.arguments, signal), {
      timeoutMs: tool.timeoutMs,
      clock: run.clock,
      signal: run.signal,
    });
    return { failed: false, result: toJsonObject(value) };
  } catch (error) {
    if (run.signal.aborted) throw abortError(run.signal);
    return toFailure(error);
  }
}

function toFailure(error: unknown): Outcome {
  if (error instanceof ProviderError && error.code === 'timeout')
    return failure('timeout', 'The tool did not answer in time.');
  if (!(error instanceof AppError)) return failure('failed', TOOL_FAILED);
  return failure(error.code === 'bad-request' ? 'invalid-arguments' : 'failed', error.message);
}

function failure(code: ToolFailureCode, message: string): Outcome {
  return { failed: true, result: toolFailure(code, message) };
}

function toJsonObject(value: unknown): Record<string, unknown> {
  return isJsonObject(value) ? value : { value: value ?? null };
}
