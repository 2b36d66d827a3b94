import { setImmediate } from 'node:timers/promises';
import type { LanguageModel, ModelEvent, ModelRequest } from '../interfaces/language-model.ts';
import { abortError } from '../interfaces/provider-error.ts';
import { decide } from './decide.ts';

/** After so many words other work of the process gets a turn. */
const WORDS_PER_TICK = 16;

/**
 * A stand-in for a language model that needs no key and no network: deterministic, extractive, by plain rules.
 * Says so when asked. Its usage counts words, which is what it works in.
 */
export const offlineLanguageModel: LanguageModel = {
  id: 'offline/extractive',
  async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    if (signal.aborted) throw abortError(signal);
    const decision = decide(request);
    const pieces = decision.text.match(/\S+\s*/g) ?? [];
    for (const [index, text] of pieces.entries()) {
      if (index % WORDS_PER_TICK === WORDS_PER_TICK - 1) await setImmediate();
      if (signal.aborted) throw abortError(signal);
      yield { type: 'text-delta', text };
    }
    const calls = decision.kind === 'call' ? decision.calls : [];
    for (const call of calls) yield { type: 'tool-call', call };
    const usage = { inputTokens: countWords(request), outputTokens: pieces.length + calls.length };
    yield { type: 'finish', reason: calls.length > 0 ? 'tool-calls' : 'stop', usage };
  },
};

function countWords(request: ModelRequest): number {
  return request.messages.reduce((sum, message) => {
    const text = message.role === 'tool' ? String(message.output) : message.content;
    return sum + (text.match(/\S+/g)?.length ?? 0);
  }, 0);
}
