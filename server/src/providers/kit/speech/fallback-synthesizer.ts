import type { Clock } from '../../../core/clock.ts';
import { ProviderError } from '../../spec/provider-error.ts';
import type { SpeechChunk, SpeechOptions, StreamingSynthesizer } from '../../spec/streaming-synthesizer.ts';
import { Rest } from '../rest.ts';

/**
 * From the first text to the first sound. Two tries of a vendor on a connection fit in, and the whole of a sentence where one is made before
 * it is sent; callers who hear nothing for longer hang up.
 */
const FIRST_SOUND_MS = 6_000;

export interface SynthesizerFallback {
  primary: StreamingSynthesizer;
  secondary: StreamingSynthesizer;
  /** The secondary's voice for a language; null: it has none. */
  voiceFor(language: string): string | null;
  clock: Clock;
  /** Told of each failure that led to a replacement. */
  onReplaced(error: ProviderError): void;
}

/**
 * Speaks with the primary and, where that fails before there was a sound, the same text with the secondary. What fails later
 * fails: nobody knows what was heard.
 */
export function withFallbackSynthesizer(fallback: SynthesizerFallback): StreamingSynthesizer {
  const rest = new Rest(fallback.clock);
  return {
    code: fallback.primary.code,
    async *speak(pieces, options, signal) {
      const voice = fallback.voiceFor(options.language);
      if (voice === null) return yield* fallback.primary.speak(pieces, options, signal);
      const text = new SharedText(pieces);
      try {
        if (!rest.isOn && (yield* spoken(fallback, rest, { text, options, signal }))) return;
        yield* fallback.secondary.speak(text, { ...options, voice }, signal);
      } finally {
        text.leave();
      }
    },
  };
}

/** Speaks with the primary; false: it failed before a sound. */
async function* spoken(
  { primary, clock, onReplaced }: SynthesizerFallback,
  rest: Rest,
  { text, options, signal }: { text: SharedText; options: SpeechOptions; signal: AbortSignal },
): AsyncGenerator<SpeechChunk, boolean> {
  let hasSound = false;
  const late = new AbortController();
  const sounds = new AbortController();
  const tooLate = (): void =>
    late.abort(new ProviderError('timeout', `The voice of ${primary.code} did not speak in time.`));
  const watch = (): Promise<void> => clock.sleep(FIRST_SOUND_MS, sounds.signal).then(tooLate);
  text.begun.then(watch).catch(() => undefined);
  try {
    for await (const chunk of primary.speak(text, options, AbortSignal.any([signal, late.signal]))) {
      hasSound ||= chunk.samples.length > 0;
      if (hasSound) sounds.abort();
      yield chunk;
    }
    return true;
  } catch (error) {
    const isOurs = !(error instanceof ProviderError) || error.code === 'aborted' || text.hasFailed;
    if (hasSound || isOurs) throw error;
    if (error.retryable) rest.begin();
    onReplaced(error);
    options.onReplaced?.(error);
    return false;
  } finally {
    sounds.abort();
  }
}

/** Text that can be read from its beginning again; what was read is kept. */
class SharedText implements AsyncIterable<string> {
  readonly #source: AsyncIterator<string>;
  readonly #steps: Promise<IteratorResult<string>>[] = [];
  readonly #begun = Promise.withResolvers<void>();
  hasFailed = false;

  /** Resolves with the first text; never where there is none. */
  get begun(): Promise<void> {
    return this.#begun.promise;
  }

  constructor(source: AsyncIterable<string>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<string> {
    for (let index = 0; ; index += 1) {
      const step = await this.#step(index);
      if (step.done === true) return;
      yield step.value;
    }
  }

  /** Nobody reads any more. */
  leave(): void {
    void this.#source.return?.()?.catch(() => undefined);
  }

  #step(index: number): Promise<IteratorResult<string>> {
    const known = this.#steps[index];
    if (known !== undefined) return known;
    const step = this.#source.next();
    step.then(
      ({ done }) => done !== true && this.#begun.resolve(),
      () => {
        this.hasFailed = true;
      },
    );
    this.#steps.push(step);
    return step;
  }
}
