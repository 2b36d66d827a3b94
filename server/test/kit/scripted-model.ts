import type {
  LanguageModel,
  ModelEvent,
  ModelRequest,
} from '../../src/providers/interfaces/language-model.ts';

/** The next step of a scripted model. */
export type ModelStep =
  | ModelEvent
  | { type: 'fail'; error: unknown }
  /** Waits until it is aborted, then fails with the abort. */
  | { type: 'hang' }
  /** Waits forever and ignores the signal. */
  | { type: 'deaf' }
  /** Ends without `finish`. */
  | { type: 'end' };

export interface ScriptedModel extends LanguageModel {
  /** All requests, copied when received. */
  requests: ModelRequest[];
}

/** A model that plays one script per call; the last script repeats. */
export function scriptedModel(id: string, ...scripts: readonly (readonly ModelStep[])[]): ScriptedModel {
  const requests: ModelRequest[] = [];
  return {
    id,
    requests,
    stream(request, signal) {
      const script = scripts[Math.min(requests.length, scripts.length - 1)] ?? [];
      requests.push(structuredClone(request));
      return play(script, signal);
    },
  };
}

async function* play(script: readonly ModelStep[], signal: AbortSignal): AsyncGenerator<ModelEvent> {
  for (const step of script) {
    if (step.type === 'fail') throw step.error;
    if (step.type === 'end') return;
    if (step.type === 'deaf') await new Promise(() => {});
    else if (step.type === 'hang') await aborted(signal);
    else yield step;
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

export const say = (text: string): ModelStep[] =>
  (text.match(/\S+\s*/g) ?? []).map((word): ModelStep => ({ type: 'text-delta', text: word }));

export const call = (
  name: string,
  toolArguments: Record<string, unknown> = {},
  id = `id_${name}`,
): ModelStep => ({
  type: 'tool-call',
  call: { id, name, arguments: toolArguments },
});

export const finish = (reason: 'stop' | 'tool-calls' | 'length' | 'content-filter' = 'stop'): ModelStep => ({
  type: 'finish',
  reason,
  usage: { inputTokens: 5, outputTokens: 3 },
});
