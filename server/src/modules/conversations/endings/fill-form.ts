import { type EvaluationResult, evaluate } from '../../../agent/evaluate.ts';
import {
  type EvaluationField,
  type EvaluationValue,
  unknownValues,
} from '../../../agent/evaluation-answer.ts';
import type { ModelCallRecord } from '../../../agent/turn.ts';
import type { Clock } from '../../../core/clock.ts';
import { AppError } from '../../../core/errors.ts';
import type { LanguageModel } from '../../../providers/interfaces/language-model.ts';
import type { ProviderError } from '../../../providers/interfaces/provider-error.ts';
import { type ChatModels, chatModel } from '../reply/chat-model.ts';

export interface FormDeps extends ChatModels {
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

/** One filled-in field, as the account reads it. */
export interface EvaluatedField extends EvaluationField {
  value: EvaluationValue;
}

/** A conversation or a call that is over. */
export interface Talk {
  /** Whose model is asked. */
  assistant: Parameters<typeof chatModel>[1];
  /** Empty: nothing is asked. */
  wanted: readonly EvaluationField[];
  /** Oldest first. */
  transcript: readonly { role: 'user' | 'assistant'; content: string }[];
}

/** The assistant's form for a talk that is over, filled in by the assistant's model. */
export async function fillForm(
  deps: FormDeps,
  { assistant, wanted, transcript }: Talk,
  signal: AbortSignal,
): Promise<FilledForm> {
  const filled = (values: Map<string, EvaluationValue>): EvaluatedField[] =>
    wanted.map(({ name, type, description }) => ({
      ...{ name, type, value: values.get(name) ?? null, description },
    }));
  const empty = { fields: filled(unknownValues(wanted)), problem: null, modelCalls: [], retryBecause: null };
  if (wanted.length === 0 || !transcript.some(({ role }) => role === 'user')) return empty;
  const model = modelFor(deps, assistant);
  if (model instanceof AppError) return { ...empty, problem: model.message };
  const { clock, fallbackModel } = deps;
  const fallback = fallbackModel === null || fallbackModel === model ? {} : { fallback: fallbackModel };
  const result = await evaluate({ model, ...fallback, fields: wanted, transcript, clock, signal });
  if (result.kind === 'filled') return { ...empty, ...result, fields: filled(result.values) };
  return { ...empty, ...failed(result) };
}

/** The fallback where the assistant's own model is not configured here. */
function modelFor(deps: FormDeps, assistant: Talk['assistant']): LanguageModel | AppError {
  try {
    return chatModel(deps, assistant);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return deps.fallbackModel ?? error;
  }
}

function failed({ error, modelCalls }: Extract<EvaluationResult, { kind: 'unavailable' }>) {
  return {
    problem: `The model did not fill in the form (${error.code}).`,
    modelCalls,
    retryBecause: error.retryable || error.code === 'aborted' ? error : null,
  };
}
