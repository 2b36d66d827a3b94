import { renderVariables } from '#contract/render-variables.ts';
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
import { type ChatModels, type chatModel, modelsInBackground } from '../reply/chat-model.ts';

export interface FormDeps extends ChatModels {
  clock: Clock;
  /** Used when the assistant's own model fails; null if not configured. */
  fallbackModel(): LanguageModel | null;
}

export interface FilledForm {
  fields: EvaluatedField[];
  /** Why values are missing, for the account's owner; null if there is no problem. */
  problem: string | null;
  modelCalls: readonly ModelCallRecord[];
  /** Set if a retry may fill in missing values. */
  retryBecause: ProviderError | null;
}

/** One extracted field. */
export interface EvaluatedField extends EvaluationField {
  value: EvaluationValue;
}

/** An ended conversation or call. */
export interface Talk {
  /** The assistant whose model is used. */
  assistant: Parameters<typeof chatModel>[1];
  /** If empty, no model is called. Descriptions may contain `{{variables}}`. */
  wanted: readonly EvaluationField[];
  /** Values of the variables. */
  values: Record<string, unknown>;
  /** Oldest first. */
  transcript: readonly { role: 'user' | 'assistant'; content: string }[];
}

/** Extracts the wanted fields from a transcript with the assistant's model. */
export async function fillForm(
  deps: FormDeps,
  { assistant, wanted, values, transcript }: Talk,
  signal: AbortSignal,
): Promise<FilledForm> {
  const filled = (extracted: Map<string, EvaluationValue>): EvaluatedField[] =>
    wanted.map(({ name, type, description }) => ({
      name,
      type,
      value: extracted.get(name) ?? null,
      description,
    }));
  const empty = { fields: filled(unknownValues(wanted)), problem: null, modelCalls: [], retryBecause: null };
  if (wanted.length === 0 || !transcript.some(({ role }) => role === 'user')) return empty;
  const models = modelsInBackground(deps, assistant);
  if (models instanceof AppError) return { ...empty, problem: models.message };
  const fields = wanted.map((field) => ({
    ...field,
    description: renderVariables(field.description, values).text,
  }));
  const result = await evaluate({ ...models, fields, transcript, clock: deps.clock, signal });
  if (result.kind === 'filled') return { ...empty, ...result, fields: filled(result.values) };
  return { ...empty, ...failed(result) };
}

function failed({ error, modelCalls }: Extract<EvaluationResult, { kind: 'unavailable' }>) {
  return {
    problem: `The model did not fill in the form (${error.code}).`,
    modelCalls,
    retryBecause: error.retryable || error.code === 'aborted' ? error : null,
  };
}
