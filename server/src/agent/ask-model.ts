import type { FinishReason, ModelRequest, ModelUsage, ToolCall } from '../providers/spec/language-model.ts';
import { ProviderError, type ProviderErrorCode } from '../providers/spec/provider-error.ts';
import { callModel } from './model-call.ts';
import type { TurnEvent } from './turn.ts';
import type { TurnState } from './turn-state.ts';

export interface ModelAnswer {
  text: string;
  toolCalls: ToolCall[];
  finishReason: FinishReason;
}

/**
 * One round's answer, streamed. When the model fails before it said a word, the fallback gets the same request,
 * once per turn. Every call, failed or not, is recorded in the turn's result. Throws a `ProviderError`.
 */
export async function* askModel(state: TurnState, isLast: boolean): AsyncGenerator<TurnEvent, ModelAnswer> {
  const saidBefore = state.result.text.length;
  for (;;) {
    try {
      return yield* attempt(state, isLast);
    } catch (error) {
      const silent = state.result.text.length === saidBefore;
      if (state.fallback === undefined || !silent || state.signal.aborted) throw error;
      state.model = state.fallback;
      state.fallback = undefined;
    }
  }
}

async function* attempt(state: TurnState, isLast: boolean): AsyncGenerator<TurnEvent, ModelAnswer> {
  const { clock } = state.input;
  const saidBefore = state.result.text;
  const startedAt = clock.monotonicMs();
  let firstEventMs: number | null = null;
  const record = (finish: FinishReason | null, errorCode: ProviderErrorCode | null, usage: ModelUsage) => {
    const totalMs = clock.monotonicMs() - startedAt;
    const modelId = state.model.id;
    state.result.modelCalls.push({ modelId, usage, finishReason: finish, errorCode, firstEventMs, totalMs });
  };
  const answer: ModelAnswer = { text: '', toolCalls: [], finishReason: 'other' };
  let usage: ModelUsage = { inputTokens: null, outputTokens: null };
  try {
    for await (const event of modelEvents(state, isLast)) {
      firstEventMs ??= clock.monotonicMs() - startedAt;
      if (event.type === 'text-delta') {
        const text = addText(state, answer, event.text);
        if (text !== '') yield { type: 'text-delta', text };
      } else if (event.type === 'text-withdrawn') {
        answer.text = '';
        state.result.text = saidBefore;
      } else if (event.type === 'tool-call') answer.toolCalls.push(event.call);
      else if (event.type === 'finish') [answer.finishReason, usage] = [event.reason, event.usage];
    }
    refuseSilence(state, answer, isLast);
  } catch (error) {
    record(null, error instanceof ProviderError ? error.code : null, usage);
    throw error;
  }
  record(answer.finishReason, null, usage);
  return answer;
}

function modelEvents(state: TurnState, isLast: boolean): ReturnType<typeof callModel> {
  const { input, limits, signal } = state;
  const request: ModelRequest = {
    messages: state.messages,
    tools: [...state.tools.values()].map((tool) => tool.description),
    ...(isLast && { toolChoice: 'none' as const }),
    ...(input.temperature !== undefined && { temperature: input.temperature }),
  };
  return callModel({
    model: state.model,
    request,
    firstEventMs: limits.firstEventMs,
    clock: input.clock,
    signal,
  });
}

/** Adds a piece to the answer; returns what the customer gets to read: no leading blanks, rounds apart. */
function addText(state: TurnState, answer: ModelAnswer, delta: string): string {
  const isFirst = answer.text === '';
  const text = isFirst ? delta.trimStart() : delta;
  if (text === '') return '';
  const shown = isFirst && state.result.text !== '' ? `\n\n${text}` : text;
  answer.text += text;
  state.result.text += shown;
  return shown;
}

/** A turn that would end without a word is a failure of the model, not an empty answer to the customer. */
function refuseSilence(state: TurnState, answer: ModelAnswer, isLast: boolean): void {
  const isOver = isLast || answer.toolCalls.length === 0;
  if (!isOver || state.result.text !== '') return;
  if (answer.finishReason === 'content-filter') {
    throw new ProviderError('rejected', "The model's content filter held back the answer.");
  }
  throw new ProviderError('malformed', 'The model gave no answer.');
}
