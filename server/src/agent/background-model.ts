import type { Clock } from '../core/clock.ts';
import type {
  FinishReason,
  LanguageModel,
  ModelRequest,
  ModelUsage,
} from '../providers/interfaces/language-model.ts';
import { ProviderError, type ProviderErrorCode } from '../providers/interfaces/provider-error.ts';
import { LinkedAbort } from './linked-abort.ts';
import { callModel } from './model-call.ts';
import { timeLimit } from './time-limit.ts';
import type { ModelCallRecord } from './turn.ts';

/** Models of work that no customer waits for. */
export interface BackgroundModels {
  model: LanguageModel;
  /** Replaces the model once, if it fails. */
  fallback?: LanguageModel;
  clock: Clock;
  signal: AbortSignal;
}

/** The full text of one answer. Throws a `ProviderError` if no model answers. */
export type AskInBackground = (request: ModelRequest) => Promise<string>;

export type BackgroundResult<T> = { modelCalls: ModelCallRecord[] } & (
  | { kind: 'done'; value: T }
  /** No model answered. */
  | { kind: 'unavailable'; error: ProviderError }
);

const LIMITS = { firstEventMs: 30_000, totalMs: 120_000 };

/** Runs work that asks a model, within two minutes. Throws only on our own bugs. */
export async function askInBackground<T>(
  models: BackgroundModels,
  work: (ask: AskInBackground) => Promise<T>,
): Promise<BackgroundResult<T>> {
  const { clock, model, fallback } = models;
  const stop = new LinkedAbort(models.signal);
  const limit = timeLimit(clock, LIMITS.totalMs, () =>
    stop.abort(new ProviderError('timeout', `The models took longer than ${LIMITS.totalMs} ms.`)),
  );
  const modelCalls: ModelCallRecord[] = [];
  const left = fallback === undefined ? [model] : [model, fallback];
  const ask: AskInBackground = async (request) => {
    for (;;) {
      const [next = model] = left;
      try {
        return await modelText({
          model: next,
          request,
          clock,
          signal: stop.signal,
          record: (call) => modelCalls.push(call),
        });
      } catch (error) {
        if (left.length < 2 || stop.signal.aborted) throw error;
        left.shift();
      }
    }
  };
  try {
    return { modelCalls, kind: 'done', value: await work(ask) };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return { modelCalls, kind: 'unavailable', error };
  } finally {
    limit[Symbol.dispose]();
    stop[Symbol.dispose]();
  }
}

/** Longer than any form: stops a model that never finishes. */
const MAX_CHARACTERS = 200_000;

interface TextCall {
  model: LanguageModel;
  request: ModelRequest;
  clock: Clock;
  signal: AbortSignal;
  /** Receives the call's record, failed or not. */
  record(call: ModelCallRecord): void;
}

/** The full text of one model call; throws a `ProviderError`. */
async function modelText({ record, ...call }: TextCall): Promise<string> {
  const { clock, model } = call;
  const startedAt = clock.monotonicMs();
  let firstEventMs: number | null = null;
  let finishReason: FinishReason | null = null;
  let errorCode: ProviderErrorCode | null = null;
  let usage: ModelUsage = { inputTokens: null, outputTokens: null };
  let text = '';
  try {
    for await (const event of callModel({ ...call, firstEventMs: LIMITS.firstEventMs })) {
      firstEventMs ??= clock.monotonicMs() - startedAt;
      if (event.type === 'text-delta') text += event.text;
      else if (event.type === 'text-withdrawn') text = '';
      else if (event.type === 'finish') [finishReason, usage] = [event.reason, event.usage];
      if (text.length > MAX_CHARACTERS)
        throw new ProviderError('malformed', 'The model never finished its answer.');
    }
    return text;
  } catch (error) {
    if (error instanceof ProviderError) errorCode = error.code;
    throw error;
  } finally {
    const totalMs = clock.monotonicMs() - startedAt;
    record({ modelId: model.id, usage, finishReason, errorCode, firstEventMs, totalMs });
  }
}
