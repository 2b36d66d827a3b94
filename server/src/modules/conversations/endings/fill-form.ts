import { type EvaluationResult, evaluate } from '../../../agent/evaluate.ts';
import { type EvaluationValue, unknownValues } from '../../../agent/evaluation-answer.ts';
import type { ModelCallRecord } from '../../../agent/turn.ts';
import type { Clock } from '../../../core/clock.ts';
import { AppError } from '../../../core/errors.ts';
import type { LanguageModel } from '../../../providers/spec/language-model.ts';
import type { ProviderError } from '../../../providers/spec/provider-error.ts';
import { type ChatModels, chatModel } from '../reply/chat-model.ts';
import { wantedFields } from './end-rules.ts';
import type { EndedAssistant, EvaluatedField, LoadedEnd } from './end-store.ts';

export interface FormParts extends ChatModels {
  clock: Clock;
  /** Takes over when an assistant's own model fails; null: none. */
  fallbackModel: LanguageModel | null;
}

export interface FilledForm {
  fields: EvaluatedField[];
  /** Why values are missing, for the account's owner; null: nothing went wrong. */
  problem: string | null;
  modelCalls: readonly ModelCallRecord[];
  /** Another try may fill in what is null now; null: it would change nothing. */
  retryBecause: ProviderError | null;
}

/** The assistant's form for a conversation that has ended, filled in by the assistant's model. */
export async function fillForm(parts: FormParts, end: LoadedEnd, signal: AbortSignal): Promise<FilledForm> {
  const { assistant } = end;
  const wanted = assistant === null ? [] : wantedFieldsOf(end, assistant);
  const filled = (values: Map<string, EvaluationValue>): EvaluatedField[] =>
    wanted.map(({ name, type, description }) => ({
      ...{ name, type, value: values.get(name) ?? null, description },
    }));
  const empty = { fields: filled(unknownValues(wanted)), problem: null, modelCalls: [], retryBecause: null };
  const hasSpoken = end.transcript.some(({ role }) => role === 'user');
  if (assistant === null || wanted.length === 0 || !hasSpoken) return empty;
  const model = modelFor(parts, assistant);
  if (model instanceof AppError) return { ...empty, problem: model.message };
  const { clock, fallbackModel } = parts;
  const fallback = fallbackModel === null || fallbackModel === model ? {} : { fallback: fallbackModel };
  const result = await evaluate({
    ...{ model, ...fallback, fields: wanted, transcript: end.transcript, clock, signal },
  });
  if (result.kind === 'filled') return { ...empty, ...result, fields: filled(result.values) };
  return { ...empty, ...failed(result) };
}

function wantedFieldsOf({ type }: LoadedEnd, assistant: EndedAssistant) {
  const { post_call_evaluation: isEvaluated, post_call_schema: fields } = assistant;
  return wantedFields({ type, isEvaluated, fields });
}

/** The fallback where the assistant's own model is not configured here. */
function modelFor(parts: FormParts, assistant: EndedAssistant): LanguageModel | AppError {
  try {
    return chatModel(parts, assistant);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return parts.fallbackModel ?? error;
  }
}

function failed({ error, modelCalls }: Extract<EvaluationResult, { kind: 'unavailable' }>) {
  return {
    problem: `The model did not fill in the form (${error.code}).`,
    modelCalls,
    retryBecause: error.retryable || error.code === 'aborted' ? error : null,
  };
}
