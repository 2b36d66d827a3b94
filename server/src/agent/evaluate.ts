import { randomBytes } from 'node:crypto';
import type { Clock } from '../core/clock.ts';
import type { LanguageModel, ModelMessage } from '../providers/interfaces/language-model.ts';
import { ProviderError } from '../providers/interfaces/provider-error.ts';
import { type EvaluationField, type EvaluationValue, filledForm, readAnswer } from './evaluation-answer.ts';
import { evaluationMessages, evaluationSchema, type TranscriptLine } from './evaluation-prompt.ts';
import { LinkedAbort } from './linked-abort.ts';
import { modelText } from './model-text.ts';
import { timeLimit } from './time-limit.ts';
import type { ModelCallRecord } from './turn.ts';

export interface EvaluationInput {
  model: LanguageModel;
  /** Replaces the model once, if it fails. */
  fallback?: LanguageModel;
  fields: readonly EvaluationField[];
  /** Oldest first. */
  transcript: readonly TranscriptLine[];
  clock: Clock;
  signal: AbortSignal;
}

export type EvaluationResult = { modelCalls: ModelCallRecord[] } & (
  | {
      kind: 'filled';
      values: Map<string, EvaluationValue>;
      /** Error for the account's owner; null if absent. */
      problem: string | null;
    }
  /** No model answered. */
  | { kind: 'unavailable'; error: ProviderError }
);

const LIMITS = { firstEventMs: 30_000, totalMs: 120_000, transcriptCharacters: 48_000 };

/**
 * Fills in an account's form from the transcript of a chat or call: one model call, and a second one if the answer does
 * not fit the form. Fields that are still wrong are null. Throws only on our own bugs.
 */
export async function evaluate(input: EvaluationInput): Promise<EvaluationResult> {
  const stop = new LinkedAbort(input.signal);
  const limit = timeLimit(input.clock, LIMITS.totalMs, () =>
    stop.abort(new ProviderError('timeout', `The evaluation took longer than ${LIMITS.totalMs} ms.`)),
  );
  const state: State = { input, signal: stop.signal, modelCalls: [], models: modelsOf(input) };
  try {
    return { modelCalls: state.modelCalls, ...(await fillIn(state)) };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return { modelCalls: state.modelCalls, kind: 'unavailable', error };
  } finally {
    limit[Symbol.dispose]();
    stop[Symbol.dispose]();
  }
}

interface State {
  input: EvaluationInput;
  signal: AbortSignal;
  modelCalls: ModelCallRecord[];
  /** Models not asked yet, the next one first. */
  models: LanguageModel[];
}

function modelsOf({ model, fallback }: EvaluationInput): LanguageModel[] {
  return fallback === undefined ? [model] : [model, fallback];
}

async function fillIn(
  state: State,
): Promise<{ kind: 'filled'; values: Map<string, EvaluationValue>; problem: string | null }> {
  const { fields, transcript } = state.input;
  const dataCode = randomBytes(8).toString('hex');
  const about = { dataCode, characters: LIMITS.transcriptCharacters };
  const messages = evaluationMessages(fields, transcript, about);
  const answer = await ask(state, messages);
  const first = readAnswer(fields, answer);
  const form = filledForm(fields, [first]);
  if (form.problems.length === 0) return { kind: 'filled', values: form.values, problem: null };
  const complaint = `Your answer does not match the form:\n${form.problems.map((text) => `- ${text}`).join('\n')}\nAnswer again with the complete JSON object.`;
  const second = await repaired(state, [
    ...messages,
    { role: 'assistant', content: answer === '' ? '(nothing)' : answer },
    { role: 'user', content: complaint },
  ]);
  const { values, problems } = second === null ? form : filledForm(fields, [first, second]);
  const problem =
    problems.length === 0 ? null : `The model's answer could not be used: ${problems.join(' ')}`;
  return { kind: 'filled', values, problem };
}

/** The corrected answer; null if the model fails this time, so that the first answer counts. */
async function repaired(state: State, messages: ModelMessage[]) {
  try {
    return readAnswer(state.input.fields, await ask(state, messages));
  } catch (error) {
    if (!(error instanceof ProviderError) || state.input.signal.aborted) throw error;
    return null;
  }
}

async function ask(state: State, messages: ModelMessage[]): Promise<string> {
  const { input, signal, models, modelCalls } = state;
  for (;;) {
    const [model = input.model] = models;
    try {
      return await modelText({
        model,
        request: { messages, tools: [], temperature: 0, responseSchema: evaluationSchema(input.fields) },
        firstEventMs: LIMITS.firstEventMs,
        clock: input.clock,
        signal,
        record: (call) => modelCalls.push(call),
      });
    } catch (error) {
      if (models.length < 2 || signal.aborted) throw error;
      models.shift();
    }
  }
}
