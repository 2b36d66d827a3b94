import { randomBytes } from 'node:crypto';
import type { ModelMessage, ToolCall } from '../providers/interfaces/language-model.ts';
import { markData } from '../providers/interfaces/marked-data.ts';
import { ProviderError } from '../providers/interfaces/provider-error.ts';
import { askModel } from './ask-model.ts';
import { fitPassages, knowledgeTool, searchForPrompt } from './knowledge.ts';
import { LinkedAbort } from './linked-abort.ts';
import {
  functionCallOf,
  type KnownCall,
  type MadeCall,
  partMessages,
  type TurnPart,
  unseenMessages,
} from './made-calls.ts';
import { buildSystemPrompt, type PromptPassages } from './prompt.ts';
import { finishCall, runTools } from './run-tools.ts';
import { timeLimit } from './time-limit.ts';
import { type FunctionCall, withoutReason } from './tool.ts';
import {
  DEFAULT_TURN_LIMITS,
  type HistoryMessage,
  type TurnEvent,
  type TurnInput,
  type TurnLimits,
  type TurnResult,
} from './turn.ts';
import type { TurnState } from './turn-state.ts';

/**
 * Answers one message: asks the model, runs its tool calls and asks again, within the limits. Yields events as they
 * happen; the last one is `finished` or `failed`. Ending the iteration early aborts all work. Throws only on our own
 * bugs.
 */
export async function* runTurn(input: TurnInput): AsyncGenerator<TurnEvent> {
  const limits = { ...DEFAULT_TURN_LIMITS, ...input.limits };
  const result: TurnResult = { text: '', functionCalls: [], modelCalls: [], passages: [] };
  const stop = new LinkedAbort(input.signal);
  const limit = timeLimit(input.clock, limits.turnMs, () =>
    stop.abort(new ProviderError('timeout', `The turn took longer than ${limits.turnMs} ms.`)),
  );
  try {
    const endsAtMs = input.clock.monotonicMs() + limits.turnMs;
    yield* rounds(await prepare(input, limits, { result, endsAtMs, signal: stop.signal }));
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
  turn: Pick<TurnState, 'result' | 'endsAtMs' | 'signal'>,
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
    passages = found === null ? 'search-failed' : turn.result.passages;
  }
  const history = historyMessages(input.history, {
    characters: limits.historyCharacters,
    toolNames: new Set(tools.keys()),
    markResult: (from, text) => markData({ from, text }, dataCode),
  });
  const parts = await finishedParts(input, { tools, signal: turn.signal });
  const made = parts.flatMap(({ calls }) => calls);
  turn.result.functionCalls.push(...made.map(functionCallOf));
  const now = clock.now();
  const { notes = [], summary = null } = input;
  const system = buildSystemPrompt({ persona, now, dataCode, canSearch, passages, summary, notes });
  const toolNames = new Set(tools.keys());
  const outputOf = (call: FunctionCall): string => toolOutput(call, { limits, dataCode });
  const messages: ModelMessage[] = [
    { role: 'system', content: system },
    ...history,
    ...partMessages(parts, { toolNames, outputOf }),
    ...unseenMessages(input.unreported ?? [], { toolNames, outputOf }),
  ];
  const usedRounds = Math.max(0, ...made.map(({ round }) => round));
  const known = [
    ...(input.unreported ?? []).map((call) => ({ ...call, isEarlier: true })),
    ...made.map(knownCallOf),
  ];
  const { model, fallback } = input;
  return { input, limits, tools, messages, usedRounds, known, dataCode, model, fallback, ...turn };
}

/** The customer's messages, with a result for each tool call of earlier attempts. */
async function finishedParts(
  { message, parts = [{ message, calls: [] }], clock, journal }: TurnInput,
  { tools, signal }: Pick<TurnState, 'tools' | 'signal'>,
): Promise<TurnPart[]> {
  const finished: TurnPart[] = [];
  for (const part of parts) {
    const calls = part.calls.map((call) => finishCall(call, { tools, clock, signal, journal }));
    finished.push({ ...part, calls: await Promise.all(calls) });
  }
  return finished;
}

function knownCallOf(call: MadeCall): KnownCall {
  const { name, arguments: given, result } = functionCallOf(call);
  return { name, arguments: given, outcome: { key: call.key, result }, isEarlier: true };
}

async function* rounds(state: TurnState): AsyncGenerator<TurnEvent> {
  for (let round = state.usedRounds + 1; ; round += 1) {
    const isLast = round >= state.limits.rounds;
    const answer = yield* askModel(state, isLast);
    if (isLast || answer.toolCalls.length === 0) {
      yield { type: 'finished', result: state.result };
      return;
    }
    state.messages.push({ role: 'assistant', content: answer.text, toolCalls: answer.toolCalls });
    const isOver = yield* useTools(state, answer.toolCalls, round);
    if (isOver && answer.text !== '') {
      yield { type: 'finished', result: state.result };
      return;
    }
  }
}

/** @returns whether one of the calls completes an answer that has words */
async function* useTools(
  state: TurnState,
  calls: readonly ToolCall[],
  round: number,
): AsyncGenerator<TurnEvent, boolean> {
  for (const call of calls) {
    yield { type: 'tool-started', callId: call.id, name: call.name, arguments: call.arguments ?? {} };
  }
  const outcomes = await runTools(calls, {
    tools: state.tools,
    allowed: state.limits.toolCalls - state.result.functionCalls.length,
    known: state.known,
    round,
    clock: state.input.clock,
    signal: state.signal,
    journal: state.input.journal,
  });
  for (const { call, ...outcome } of outcomes) {
    const { functionCall, failed, isRepeat } = outcome;
    const note = isRepeat ? `${REPEATED}\n` : '';
    const output = `${note}${toolOutput(functionCall, state)}`;
    state.messages.push({ role: 'tool', toolCallId: call.id, toolName: call.name, output, failed });
    if (!isRepeat) state.result.functionCalls.push(functionCall);
    yield { type: 'tool-finished', callId: call.id, ...outcome };
  }
  return outcomes.some(({ call, failed }) => !failed && state.tools.get(call.name)?.endsAnswer === true);
}

const REPEATED = 'This call was already made and was not repeated. Its result:';

function toolOutput(
  call: FunctionCall,
  { limits, dataCode }: Pick<TurnState, 'limits' | 'dataCode'>,
): string {
  const text = JSON.stringify(withoutReason(call).result).slice(0, limits.toolResultCharacters);
  return markData({ from: call.name, text }, dataCode);
}

/** Tool calls of this many latest answers are replayed to the model; older answers are replayed as text only. */
const ANSWERS_WITH_CALLS = 3;
const REPLAYED_RESULT_CHARACTERS = 4_000;
/**
 * Calls of turns without an answer, or with one that was interrupted before its first word, are replayed at any age,
 * because no text mentions them: in full for the latest
 * messages, then with the beginning of their results.
 */
const LATEST_MESSAGES = 8;
const OLD_RESULT_CHARACTERS = 200;

interface HistoryOptions {
  /** Budget for contents, tool arguments and tool results together. */
  characters: number;
  /** Calls of other tools are dropped: some vendors reject calls of undeclared tools. */
  toolNames: ReadonlySet<string>;
  /** Wraps a tool's result as untrusted data. */
  markResult(toolName: string, text: string): string;
}

/**
 * The newest part of a conversation that fits into the budget, as model messages, oldest first. Cuts only between
 * messages, and starts with a user message: some vendors reject anything else.
 */
export function historyMessages(history: readonly HistoryMessage[], options: HistoryOptions): ModelMessage[] {
  const kept: ModelMessage[][] = [];
  let remaining = options.characters;
  let answersWithCalls = 0;
  for (let index = history.length - 1; index >= 0; index -= 1) {
    const message = history[index];
    if (message === undefined) continue;
    const calls = (message.functionCalls ?? []).filter((call) => options.toolNames.has(call.name));
    const isAnswer = message.role === 'assistant' && message.content !== '';
    if (isAnswer && calls.length > 0) answersWithCalls += 1;
    const replayed = !isAnswer || answersWithCalls <= ANSWERS_WITH_CALLS ? calls : [];
    const isOld = !isAnswer && history.length - index > LATEST_MESSAGES;
    const resultCharacters = isOld ? OLD_RESULT_CHARACTERS : REPLAYED_RESULT_CHARACTERS;
    const messages = toModelMessages(message, replayed, { index, resultCharacters, options });
    remaining -= messages.reduce((sum, item) => sum + sizeOf(item), 0);
    if (remaining < 0) break;
    kept.push(messages);
  }
  const flat = kept.reverse().flat();
  const firstUser = flat.findIndex((message) => message.role === 'user');
  return firstUser === -1 ? [] : flat.slice(firstUser);
}

function toModelMessages(
  message: HistoryMessage,
  calls: readonly FunctionCall[],
  context: { index: number; resultCharacters: number; options: HistoryOptions },
): ModelMessage[] {
  const { role, content } = message;
  const said: ModelMessage[] = content === '' ? [] : [{ role, content }];
  if (calls.length === 0) return said;
  const toolCalls: ToolCall[] = calls.map((call, order) => ({
    id: `past_${context.index}_${order}`,
    name: call.name,
    arguments: call.arguments,
  }));
  const outputs = calls.map((call, order): ModelMessage => {
    const text = JSON.stringify(withoutReason(call).result).slice(0, context.resultCharacters);
    return {
      role: 'tool',
      toolCallId: `past_${context.index}_${order}`,
      toolName: call.name,
      output: context.options.markResult(call.name, text),
      failed: 'error' in call.result,
    };
  });
  const made: ModelMessage[] = [{ role: 'assistant', content: '', toolCalls }, ...outputs];
  // A customer's message has tool calls only if it got no reply; they follow the message.
  return role === 'user' ? [...said, ...made] : [...made, ...said];
}

function sizeOf(message: ModelMessage): number {
  if (message.role === 'tool') return String(message.output).length;
  const calls = message.role === 'assistant' ? (message.toolCalls ?? []) : [];
  return message.content.length + calls.reduce((sum, call) => sum + JSON.stringify(call.arguments).length, 0);
}
