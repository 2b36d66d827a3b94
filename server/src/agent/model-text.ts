import type { Clock } from '../core/clock.ts';
import type {
  FinishReason,
  LanguageModel,
  ModelRequest,
  ModelUsage,
} from '../providers/interfaces/language-model.ts';
import { ProviderError, type ProviderErrorCode } from '../providers/interfaces/provider-error.ts';
import { callModel } from './model-call.ts';
import type { ModelCallRecord } from './turn.ts';

/** Longer than any form: stops a model that never finishes. */
const MAX_CHARACTERS = 200_000;

interface TextCall {
  model: LanguageModel;
  request: ModelRequest;
  firstEventMs: number;
  clock: Clock;
  signal: AbortSignal;
  /** Receives the call's record, failed or not. */
  record(call: ModelCallRecord): void;
}

/** The full text of one model call; throws a `ProviderError`. */
export async function modelText({ record, ...call }: TextCall): Promise<string> {
  const { clock, model } = call;
  const startedAt = clock.monotonicMs();
  let firstEventMs: number | null = null;
  let finishReason: FinishReason | null = null;
  let errorCode: ProviderErrorCode | null = null;
  let usage: ModelUsage = { inputTokens: null, outputTokens: null };
  let text = '';
  try {
    for await (const event of callModel(call)) {
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
