import type { Clock } from '../core/clock.ts';
import type { LanguageModel, ModelEvent, ModelRequest } from '../providers/interfaces/language-model.ts';
import { abortError, ProviderError } from '../providers/interfaces/provider-error.ts';
import { LinkedAbort } from './linked-abort.ts';
import { ReasoningFilter } from './reasoning-filter.ts';
import { timeLimit } from './time-limit.ts';

interface ModelCall {
  model: LanguageModel;
  request: ModelRequest;
  firstEventMs: number;
  clock: Clock;
  signal: AbortSignal;
}

/** All text of the call so far was reasoning and must not be shown or continued. */
export interface TextWithdrawn {
  type: 'text-withdrawn';
}

/** Models whose last reasoning had no opening tag: their text is held back until it is known to be the answer. */
const withdrawers = new WeakSet<LanguageModel>();

/** A model call without the reasoning that some models write between tags into their text. */
export async function* callModel(call: ModelCall): AsyncGenerator<ModelEvent | TextWithdrawn> {
  const filter = new ReasoningFilter();
  const { model } = call;
  let held: string | null = withdrawers.has(model) ? '' : null;
  for await (const event of boundedCall(call)) {
    if (event.type === 'text-delta' || event.type === 'finish') {
      const isOver = event.type === 'finish';
      const piece = isOver ? filter.end() : filter.push(event.text);
      let { text } = piece;
      if (piece.withdraws) {
        if (held === null) yield { type: 'text-withdrawn' };
        held = null;
        withdrawers.add(model);
      } else if (held !== null) {
        held += text;
        text = isOver ? held : '';
        if (text !== '') withdrawers.delete(model);
      }
      if (text !== '') yield { type: 'text-delta', text };
      else if (event.type === 'text-delta') yield { type: 'thinking' };
    }
    if (event.type !== 'text-delta') yield event;
  }
}

/**
 * A model call within limits: ends with exactly one `finish`, or throws a `ProviderError`. Ends immediately when the
 * signal is aborted, even if the model ignores it, and when no event arrives within `firstEventMs`.
 */
async function* boundedCall(call: ModelCall): AsyncGenerator<ModelEvent> {
  if (call.signal.aborted) throw abortError(call.signal);
  const stop = new LinkedAbort(call.signal);
  const waiting = timeLimit(call.clock, call.firstEventMs, () =>
    stop.abort(new ProviderError('timeout', `The model sent nothing for ${call.firstEventMs} ms.`)),
  );
  let iterator: AsyncIterator<ModelEvent> | undefined;
  let isFirst = true;
  try {
    iterator = call.model.stream(call.request, stop.signal)[Symbol.asyncIterator]();
    for (;;) {
      const step = await stop.race(iterator.next());
      if (isFirst) waiting[Symbol.dispose]();
      isFirst = false;
      if (step.done === true) throw new ProviderError('malformed', 'The model stream ended early.');
      yield step.value;
      if (step.value.type === 'finish') return;
    }
  } catch (error) {
    throw toProviderError(error, stop.signal);
  } finally {
    // Not awaited: a hanging model must not delay the end of the turn.
    iterator?.return?.().then(undefined, () => {});
    waiting[Symbol.dispose]();
    stop[Symbol.dispose]();
  }
}

function toProviderError(error: unknown, signal: AbortSignal): ProviderError {
  if (signal.aborted) return abortError(signal);
  if (error instanceof ProviderError) return error;
  return new ProviderError('malformed', 'The model failed unexpectedly.', error);
}
