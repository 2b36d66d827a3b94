import { randomBytes } from 'node:crypto';
import type { FinishReason, ModelMessage, ToolCall } from '../providers/spec/language-model.ts';
import { markData } from '../providers/spec/marked-data.ts';
import { ProviderError } from '../providers/spec/provider-error.ts';
import { askModel } from './ask-model.ts';
import { historyMessages } from './history.ts';
import { fitPassages, knowledgeTool, searchForPrompt } from './knowledge.ts';
import { LinkedAbort } from './linked-abort.ts';
import { buildSystemPrompt, type PromptPassages } from './prompt.ts';
import { runTools } from './run-tools.ts';
import { timeLimit } from './time-limit.ts';
import { withoutReason } from './tool.ts';
import {
  DEFAULT_TURN_LIMITS,
  type TurnEvent,
  type TurnInput,
  type TurnLimits,
  type TurnResult,
} from './turn.ts';
import type { TurnState } from './turn-state.ts';

/**
 * One answer of the assistant to one message: asks the model, runs the tools it calls, asks again, within the limits.
 * Yields what happens as it happens; the last event is one `finished` or one `failed`. Ending the iteration early
 * aborts everything under way. Throws only on defects of our own.
 */
export async function* runTurn(input: TurnInput): AsyncGenerator<TurnEvent> {
  const limits = { ...DEFAULT_TURN_LIMITS, ...input.limits };
  const result: TurnResult = { text: '', functionCalls: [], modelCalls: [], passages: [] };
  const stop = new LinkedAbort(input.signal);
  const limit = timeLimit(input.clock, limits.turnMs, () =>
    stop.abort(new ProviderError('timeout', `The turn took longer than ${limits.turnMs} ms.`)),
  );
  try {
    yield* rounds(await prepare(input, limits, { result, signal: stop.signal }));
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    yield { type: 'failed', error, result };
  } finally {
    limit[Symbol.dispose]();
    stop[Symbol.dispose]();
  }
}

async function prepare(
  input: TurnInput,
  limits: TurnLimits,
  turn: Pick<TurnState, 'result' | 'signal'>,
): Promise<TurnState> {
  const { knowledge, persona, clock } = input;
  const dataCode = randomBytes(8).toString('hex');
  const canSearch = knowledge?.mode === 'function_call';
  const declared = canSearch ? [knowledgeTool(knowledge), ...input.tools] : input.tools;
  const tools = new Map(declared.map((tool) => [tool.description.name, tool]));
  let passages: PromptPassages = null;
  if (knowledge?.mode === 'prompt') {
    const found = await searchForPrompt(knowledge, input, turn.signal);
    turn.result.passages = fitPassages(found ?? [], limits.passageCharacters);
    passages = found === null ? 'look-up-failed' : turn.result.passages;
  }
  const history = historyMessages(input.history, {
    characters: limits.historyCharacters,
    toolNames: new Set(tools.keys()),
    markResult: (from, text) => markData({ from, text }, dataCode),
  });
  const now = clock.now();
  const notes = input.notes ?? [];
  const system = buildSystemPrompt({ persona, now, dataCode, canSearch, passages, notes });
  const messages: ModelMessage[] = [
    { role: 'system', content: system },
    ...history,
    { role: 'user', content: input.message },
  ];
  return { input, limits, tools, messages, dataCode, model: input.model, fallback: input.fallback, ...turn };
}

async function* rounds(state: TurnState): AsyncGenerator<TurnEvent> {
  for (let round = 1; ; round += 1) {
    const isLast = round >= state.limits.rounds;
    const answer = yield* askModel(state, isLast);
    if (isLast || answer.toolCalls.length === 0) {
      yield finished(state, answer.finishReason);
      return;
    }
    state.messages.push({ role: 'assistant', content: answer.text, toolCalls: answer.toolCalls });
    yield* useTools(state, answer.toolCalls);
  }
}

function finished(state: TurnState, finishReason: FinishReason): TurnEvent {
  return { type: 'finished', modelId: state.model.id, finishReason, result: state.result };
}

async function* useTools(state: TurnState, calls: readonly ToolCall[]): AsyncGenerator<TurnEvent> {
  for (const call of calls) {
    yield { type: 'tool-started', callId: call.id, name: call.name, arguments: call.arguments ?? {} };
  }
  const outcomes = await runTools(calls, {
    tools: state.tools,
    allowed: state.limits.toolCalls - state.result.functionCalls.length,
    clock: state.input.clock,
    signal: state.signal,
  });
  for (const { call, functionCall, failed, durationMs } of outcomes) {
    const text = JSON.stringify(withoutReason(functionCall).result).slice(
      0,
      state.limits.toolResultCharacters,
    );
    const output = markData({ from: call.name, text }, state.dataCode);
    state.messages.push({ role: 'tool', toolCallId: call.id, toolName: call.name, output, failed });
    state.result.functionCalls.push(functionCall);
    yield { type: 'tool-finished', callId: call.id, functionCall, failed, durationMs };
  }
}
