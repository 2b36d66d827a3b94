import type {
  FinishReason,
  ModelMessage,
  ModelRequest,
  ModelUsage,
  ToolCall,
} from '../providers/interfaces/language-model.ts';
import { abortError, ProviderError, type ProviderErrorCode } from '../providers/interfaces/provider-error.ts';
import { callModel } from './model-call.ts';
import { PlaceholderFilter } from './placeholder-filter.ts';
import { valuesInPrompt } from './talk-facts.ts';
import type { TurnEvent } from './turn.ts';
import type { TurnState } from './turn-state.ts';

export interface ModelAnswer {
  text: string;
  toolCalls: ToolCall[];
  finishReason: FinishReason;
}

/**
 * Streams one round's answer. A failed model is retried, then replaced by the fallback once per turn; text that the
 * customer has already read or heard is continued. Every call, failed or not, is recorded in the turn's result. Throws
 * a `ProviderError`.
 */
export async function* askModel(state: TurnState, isLast: boolean): AsyncGenerator<TurnEvent, ModelAnswer> {
  const { clock, isStreamed = true } = state.input;
  const { limits, signal, result } = state;
  const saidBefore = result.text.length;
  const answer: ModelAnswer = { text: '', toolCalls: [], finishReason: 'other' };
  let hasBeenSilent = false;
  for (let retries = 0; ; ) {
    const startedAt = clock.monotonicMs();
    const waitAfter = (error: ProviderError, tries: number): number | null => {
      const now = clock.monotonicMs();
      return retryWaitMs({
        error,
        retries: tries,
        hasBegun: result.modelCalls.at(-1)?.firstEventMs != null,
        tookMs: now - startedAt,
        leftMs: state.endsAtMs - now,
        hasFallback: state.fallback !== undefined,
        limits,
        random: Math.random(),
      });
    };
    try {
      yield* attempt(state, isLast, answer);
      // The words before a tool are the answer only if the model has nothing to add when it is asked again.
      const waitMs = isSilent(answer, isLast) && !hasBeenSilent ? waitAfter(noAnswer(), 0) : null;
      if (waitMs === null) return answer;
      hasBeenSilent = true;
      answer.toolCalls = [];
      await pause(state, waitMs);
    } catch (error) {
      if (!(error instanceof ProviderError) || signal.aborted) throw error;
      answer.toolCalls = [];
      if (!isStreamed) [answer.text, result.text] = ['', result.text.slice(0, saidBefore)];
      const waitMs = waitAfter(error, retries);
      if (waitMs === null && state.fallback === undefined) throw error;
      if (waitMs === null) useFallback(state);
      else await pause(state, waitMs);
      retries = waitMs === null ? 0 : retries + 1;
    }
  }
}

function useFallback(state: TurnState): void {
  state.model = state.fallback ?? state.model;
  state.fallback = undefined;
}

async function pause({ input, signal }: TurnState, waitMs: number): Promise<void> {
  await input.clock.sleep(waitMs, signal).catch(() => {
    throw abortError(signal);
  });
}

/** Appends to `answer`, which holds the text of earlier attempts. */
async function* attempt(state: TurnState, isLast: boolean, answer: ModelAnswer): AsyncGenerator<TurnEvent> {
  const { clock } = state.input;
  const saidBefore = state.result.text;
  const startedAt = clock.monotonicMs();
  let firstEventMs: number | null = null;
  const record = (finish: FinishReason | null, errorCode: ProviderErrorCode | null, usage: ModelUsage) => {
    const totalMs = clock.monotonicMs() - startedAt;
    const modelId = state.model.id;
    state.result.modelCalls.push({ modelId, usage, finishReason: finish, errorCode, firstEventMs, totalMs });
  };
  const before = answer.text;
  let usage: ModelUsage = { inputTokens: null, outputTokens: null };
  let placeholders = placeholderFilter(state);
  try {
    for await (const event of modelEvents(state, isLast, before)) {
      firstEventMs ??= clock.monotonicMs() - startedAt;
      if (event.type === 'text-delta' || event.type === 'finish') {
        const piece = event.type === 'finish' ? placeholders.end() : placeholders.push(event.text);
        const delta = answer.text === before ? continued(before, piece) : piece;
        const text = addText(state, answer, delta);
        if (text !== '') yield { type: 'text-delta', text };
      }
      if (event.type === 'text-withdrawn') {
        placeholders = placeholderFilter(state);
        answer.text = before;
        state.result.text = saidBefore;
        yield { ...event, text: saidBefore };
      } else if (event.type === 'tool-call') answer.toolCalls.push(event.call);
      else if (event.type === 'finish') [answer.finishReason, usage] = [event.reason, event.usage];
    }
    refuseSilence(state, answer, isLast);
  } catch (error) {
    record(null, error instanceof ProviderError ? error.code : null, usage);
    throw error;
  }
  record(answer.finishReason, null, usage);
}

function placeholderFilter({ input: { persona, clock, isStreamed } }: TurnState): PlaceholderFilter {
  return new PlaceholderFilter(() => valuesInPrompt(persona, clock.now()), isStreamed !== false);
}

/** Asks for the rest of an answer that a failure cut off; follows its first part. */
export const GO_ON =
  '[A technical error cut off your answer above. Continue with its next word. Do not repeat anything, and do not mention the error.]';

/** The first chunk after a broken stream, joined with the text before it. */
function continued(before: string, delta: string): string {
  if (/\s$/.test(before)) return delta.trimStart();
  return before !== '' && /^[\p{L}\p{N}]/u.test(delta) ? ` ${delta}` : delta;
}

function modelEvents(state: TurnState, isLast: boolean, said: string): ReturnType<typeof callModel> {
  const { input, limits, signal } = state;
  const messages = state.model.seesImages === true ? state.messages : state.messages.map(withoutImages);
  const request: ModelRequest = {
    messages: said === '' ? messages : [...messages, ...brokenOff(said)],
    tools: [...state.tools.values()].map((tool) => tool.description),
    ...(isLast && { toolChoice: 'none' as const }),
    ...(input.temperature !== undefined && { temperature: input.temperature }),
  };
  return callModel({
    model: state.model,
    request,
    firstEventMs: limits.firstEventMs,
    idleMs: limits.idleMs,
    isIdleBeforeWords: limits.isIdleBeforeWords,
    clock: input.clock,
    signal,
  });
}

/** For models that do not see pictures. */
const UNSEEN = '[You cannot see pictures. Say so, and ask what it shows.]';

function withoutImages(message: ModelMessage): ModelMessage {
  if (message.role !== 'user' || message.images === undefined) return message;
  return { role: 'user', content: `${message.content}\n${UNSEEN}` };
}

function brokenOff(said: string): ModelMessage[] {
  return [
    { role: 'assistant', content: said },
    { role: 'user', content: GO_ON },
  ];
}

/** Adds a delta to the answer. @returns the visible part: no leading blanks, rounds separated by a blank line */
function addText(state: TurnState, answer: ModelAnswer, delta: string): string {
  const isFirst = answer.text === '';
  const text = isFirst ? delta.trimStart() : delta;
  if (text === '') return '';
  const shown = isFirst && state.result.text !== '' ? `\n\n${text}` : text;
  answer.text += text;
  state.result.text += shown;
  return shown;
}

/** A turn without any text is a failure of the model, never an empty answer to the customer. */
function refuseSilence(state: TurnState, answer: ModelAnswer, isLast: boolean): void {
  if (!isSilent(answer, isLast) || state.result.text !== '') return;
  if (answer.finishReason === 'content-filter') {
    throw new ProviderError('rejected', "The model's content filter blocked the answer.");
  }
  if (answer.toolCalls.length > 0) {
    throw new ProviderError('rejected', 'The model kept calling tools and gave no answer.');
  }
  throw noAnswer();
}

/** True if the turn would end without words of this round. */
const isSilent = ({ text, toolCalls }: ModelAnswer, isLast: boolean): boolean =>
  text === '' && (isLast || toolCalls.length === 0);

const noAnswer = (): ProviderError => new ProviderError('malformed', 'The model gave no answer.');

const DELAYS_MS = [300, 1_000];
/** Longest wait for the model when a fallback is available. */
const WAIT_WITH_FALLBACK_MS = 3_000;

interface FailedAttempt {
  error: ProviderError;
  /** Retries of the same request so far. */
  retries: number;
  /** The model sent something. */
  hasBegun: boolean;
  tookMs: number;
  /** Time left in the turn. */
  leftMs: number;
  hasFallback: boolean;
  limits: { retries: number; retryWaitMs: number; firstEventMs: number };
  /** 0 to 1, for the jitter. */
  random: number;
}

/** Delay before the same model is retried; null for no retry. */
export function retryWaitMs(failed: FailedAttempt): number | null {
  const { error, retries, limits, random } = failed;
  const delayMs = DELAYS_MS[retries];
  if (delayMs === undefined || retries >= limits.retries || !mayPass(failed)) return null;
  const askedMs = (error.retryAfterMs ?? 0) * (1 + random / 10);
  const waitMs = Math.ceil(Math.max(delayMs * (0.5 + random), askedMs));
  const longestMs = failed.hasFallback ? WAIT_WITH_FALLBACK_MS : limits.retryWaitMs;
  return waitMs <= longestMs && waitMs < failed.leftMs ? waitMs : null;
}

/** A model that sent nothing until the time limit is not retried; one whose answer broke off, stalled or was malformed is. */
function mayPass({ error, hasBegun, tookMs, limits }: FailedAttempt): boolean {
  if (error.code === 'timeout') return hasBegun || tookMs < limits.firstEventMs;
  return error.retryable || error.code === 'malformed';
}
