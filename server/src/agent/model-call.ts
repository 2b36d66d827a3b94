import { randomUUID } from 'node:crypto';
import type { Clock } from '../core/clock.ts';
import { isJsonObject } from '../providers/interfaces/json.ts';
import type {
  LanguageModel,
  ModelEvent,
  ModelRequest,
  ToolCall,
} from '../providers/interfaces/language-model.ts';
import { abortError, ProviderError } from '../providers/interfaces/provider-error.ts';
import { LinkedAbort } from './linked-abort.ts';
import { ReasoningFilter, withoutReasoning } from './reasoning-filter.ts';
import { idleLimit, timeLimit } from './time-limit.ts';

const IDLE_MS = 15_000;

interface ModelCall {
  model: LanguageModel;
  request: ModelRequest;
  firstEventMs: number;
  /** Longest pause between events after the first words. */
  idleMs?: number;
  isIdleBeforeWords?: boolean;
  clock: Clock;
  signal: AbortSignal;
}

/** All text of the call so far was reasoning and must not be shown or continued. */
export interface TextWithdrawn {
  type: 'text-withdrawn';
}

/** How a model's last text began: with the answer (`plain`), or with reasoning without an opening tag (`unmarked`). */
const known = new WeakMap<LanguageModel, 'plain' | 'unmarked'>();

/**
 * A model call without the reasoning that some models write into their text, and with tool calls that were written as
 * text. Text is held back until it is known to be the answer: an opening tag or the end of the call proves it. Most
 * models prove it with their first answer.
 */
export async function* callModel(call: ModelCall): AsyncGenerator<ModelEvent | TextWithdrawn> {
  const filter = new ReasoningFilter();
  const { model } = call;
  const habit = known.get(model) ?? (model.mayHideReasoning === true ? null : 'plain');
  let held: string | null = habit === 'plain' ? null : '';
  for await (const event of boundedCall(call)) {
    if (event.type === 'thinking' && held === '') {
      // The server separates reasoning from text.
      held = null;
      known.set(model, 'plain');
    }
    if (event.type === 'text-delta' || event.type === 'finish') {
      const isOver = event.type === 'finish';
      const piece = isOver ? filter.end() : filter.push(event.text);
      let { text } = piece;
      if (piece.withdraws) {
        if (held === null) yield { type: 'text-withdrawn' };
        held = null;
        known.set(model, 'unmarked');
      } else if (held !== null) {
        held += text;
        text = '';
        const isCut = isOver && event.reason === 'length';
        if (filter.hasOpened || isOver) {
          // A model that reasons without an opening tag was cut off before its answer.
          text = isCut && habit === 'unmarked' ? '' : held;
          held = null;
          if (filter.hasOpened || (text !== '' && !isCut)) known.set(model, 'plain');
        }
      }
      if (text !== '') yield { type: 'text-delta', text };
      else if (event.type === 'text-delta') yield { type: 'thinking' };
      yield* writtenCalls(piece.calls, call.request);
    }
    if (event.type === 'tool-call') yield { ...event, call: visibleCall(event.call) };
    else if (event.type !== 'text-delta') yield event;
  }
}

/** Tool calls in a model's text, of tools that were declared. */
function* writtenCalls(texts: readonly string[], { tools }: ModelRequest): Generator<ModelEvent> {
  for (const text of texts) {
    const written = parsed(text);
    const name = isJsonObject(written) ? written['name'] : null;
    if (!isJsonObject(written) || !tools.some((tool) => tool.name === name)) continue;
    const given = written['arguments'] ?? written['parameters'] ?? {};
    const toolArguments = typeof given === 'string' ? parsed(given) : given;
    const call = {
      id: `written_${randomUUID()}`,
      name: String(name),
      arguments: isJsonObject(toolArguments) ? toolArguments : null,
    };
    yield { type: 'tool-call', call: visibleCall(call) };
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function visibleCall(call: ToolCall): ToolCall {
  if (call.arguments === null) return call;
  const given = Object.entries(call.arguments).map(([name, value]) => [
    name,
    typeof value === 'string' ? withoutReasoning(value) : value,
  ]);
  return { ...call, arguments: Object.fromEntries(given) };
}

/**
 * A model call within limits: ends with exactly one `finish`, or throws a `ProviderError`. Ends immediately when the
 * signal is aborted, even if the model ignores it, when no event arrives within `firstEventMs`, and when none follows
 * within `idleMs` after words. A model that reasons may be silent for longer before its first word, except with
 * `isIdleBeforeWords`.
 */
async function* boundedCall(call: ModelCall): AsyncGenerator<ModelEvent> {
  if (call.signal.aborted) throw abortError(call.signal);
  const stop = new LinkedAbort(call.signal);
  const waiting = timeLimit(call.clock, call.firstEventMs, () =>
    stop.abort(new ProviderError('timeout', `The model sent nothing for ${call.firstEventMs} ms.`)),
  );
  const { idleMs = IDLE_MS, isIdleBeforeWords = false } = call;
  let idle: ReturnType<typeof idleLimit> | null = null;
  let iterator: AsyncIterator<ModelEvent> | undefined;
  let isFirst = true;
  try {
    iterator = call.model.stream(call.request, stop.signal)[Symbol.asyncIterator]();
    for (;;) {
      const step = await stop.race(iterator.next());
      if (isFirst) waiting[Symbol.dispose]();
      isFirst = false;
      idle?.touch();
      if (step.done === true) throw new ProviderError('malformed', 'The model stream ended early.');
      if (step.value.type === 'text-delta' || isIdleBeforeWords) {
        idle ??= idleLimit(call.clock, idleMs, () =>
          stop.abort(new ProviderError('timeout', `The model stopped sending for ${idleMs} ms.`)),
        );
      }
      yield step.value;
      if (step.value.type === 'finish') return;
    }
  } catch (error) {
    throw toProviderError(error, stop.signal);
  } finally {
    // Not awaited: a hanging model must not delay the end of the turn.
    iterator?.return?.().then(undefined, () => {});
    waiting[Symbol.dispose]();
    idle?.[Symbol.dispose]();
    stop[Symbol.dispose]();
  }
}

function toProviderError(error: unknown, signal: AbortSignal): ProviderError {
  if (signal.aborted) return abortError(signal);
  if (error instanceof ProviderError) return error;
  return new ProviderError('malformed', 'The model failed unexpectedly.', error);
}
