import type { Clock } from '../../../core/clock.ts';
import { ProviderError } from '../../interfaces/provider-error.ts';
import type {
  SpeechChunk,
  SpeechOptions,
  SpeechWord,
  StreamingSynthesizer,
} from '../../interfaces/streaming-synthesizer.ts';
import { Rest } from '../rest.ts';
import { SharedText } from './shared-text.ts';

/** For the first sound of a call: after a longer silence callers say "hello?". */
const FIRST_SILENCE_MS = 2_500;
/** For a voice that has spoken: slow ones need longer for a long sentence. */
const LATER_SILENCE_MS = 5_000;
/** Times of words and lengths of sounds are rounded. */
const ROUNDED_MS = 30;
/** Some vendors report the last word only at the end of the text, so one missing word is not overdue. */
const OVERDUE_WORDS = 2;

/** The replacement for a synthesizer that fails. */
export interface StandIn {
  synthesizer: StreamingSynthesizer;
  /** The part of its voice's code after the vendor. */
  voice: string;
}

export interface SynthesizerFallback {
  primary: StreamingSynthesizer;
  /** Null: there is no replacement for this language. */
  standInFor(language: string): StandIn | null;
  clock: Clock;
  /** Receives each failure that led to a replacement, and the replacement. */
  onReplaced(error: ProviderError, by: string): void;
}

/**
 * Speaks with the primary. If it fails or falls silent, the secondary speaks the rest, from the first word whose
 * sound was not complete.
 */
export function withFallbackSynthesizer(fallback: SynthesizerFallback): StreamingSynthesizer {
  const rest = new Rest(fallback.clock);
  return {
    code: fallback.primary.code,
    async *speak(pieces, options, signal) {
      const { fallback: mode, hasSpoken = false, ...plain } = options;
      const standIn = mode === 'never' ? null : fallback.standInFor(options.language);
      if (standIn === null) return yield* fallback.primary.speak(pieces, options, signal);
      const { synthesizer, voice } = standIn;
      const speech = new WatchedSpeech(fallback, pieces, { sampleRateHz: options.sampleRateHz, hasSpoken });
      try {
        if (mode !== 'always' && !rest.isOn) {
          const error = yield* speech.spoken(plain, signal);
          if (error === null) return;
          // A slow text says nothing about the next call.
          if (error.retryable && error.code !== 'timeout') rest.begin();
          fallback.onReplaced(error, synthesizer.code);
          options.onReplaced?.(error, synthesizer.code);
        }
        const { audioMs } = speech;
        for await (const chunk of synthesizer.speak(speech.rest(), { ...plain, voice }, signal)) {
          yield laterBy(audioMs, chunk);
        }
      } finally {
        speech.close();
      }
    },
  };
}

/** A text on its way through the primary, which is given up when it is silent where sound is due. */
class WatchedSpeech {
  readonly #fallback: SynthesizerFallback;
  readonly #text: SharedText;
  readonly #sampleRateHz: number;
  /** The voice has made a sound in this call. */
  #hasSpoken: boolean;
  readonly #silent = new AbortController();
  readonly #over = new AbortController();
  readonly #words: SpeechWord[] = [];
  #samples = 0;
  /** When text was last handed over, and until when what has come so far is heard. */
  #askedMs = 0;
  #playedUntilMs = 0;
  #isWatching = false;

  constructor(
    fallback: SynthesizerFallback,
    pieces: AsyncIterable<string>,
    { sampleRateHz, hasSpoken }: { sampleRateHz: number; hasSpoken: boolean },
  ) {
    this.#fallback = fallback;
    this.#sampleRateHz = sampleRateHz;
    this.#hasSpoken = hasSpoken;
    this.#text = new SharedText(pieces, () => this.#asked());
  }

  get audioMs(): number {
    return this.#ms(this.#samples);
  }

  /** Speaks with the primary. @returns why the secondary must continue; null: the text was spoken */
  async *spoken(
    options: SpeechOptions,
    signal: AbortSignal,
  ): AsyncGenerator<SpeechChunk, ProviderError | null> {
    const ending = AbortSignal.any([signal, this.#silent.signal]);
    try {
      for await (const chunk of this.#fallback.primary.speak(this.#text, options, ending)) {
        this.#heard(chunk);
        yield chunk;
      }
      return null;
    } catch (error) {
      const isOurs = !(error instanceof ProviderError) || error.code === 'aborted' || this.#text.hasFailed;
      if (isOurs || signal.aborted) throw error;
      return error;
    } finally {
      this.#over.abort();
    }
  }

  /** Text that the primary has not spoken. */
  rest(): AsyncIterable<string> {
    return this.#samples === 0 ? this.#text : this.#text.after(this.#spokenWords());
  }

  close(): void {
    this.#over.abort();
    this.#text.leave();
  }

  #ms(samples: number): number {
    return (samples * 1000) / this.#sampleRateHz;
  }

  #heard({ samples, words }: SpeechChunk): void {
    const nowMs = this.#fallback.clock.monotonicMs();
    this.#words.push(...words);
    this.#samples += samples.length;
    this.#hasSpoken ||= samples.length > 0;
    this.#playedUntilMs = Math.max(nowMs, this.#playedUntilMs) + this.#ms(samples.length);
  }

  #spokenWords(): SpeechWord[] {
    return this.#words.filter(({ endMs }) => endMs <= this.audioMs + ROUNDED_MS);
  }

  #asked(): void {
    this.#askedMs = this.#fallback.clock.monotonicMs();
    if (this.#isWatching || this.#over.signal.aborted) return;
    this.#isWatching = true;
    this.#watch().catch(() => undefined);
  }

  /** Rejects when there is nothing left to watch. */
  async #watch(): Promise<void> {
    const { clock, primary } = this.#fallback;
    for (;;) {
      const silenceMs = this.#hasSpoken ? LATER_SILENCE_MS : FIRST_SILENCE_MS;
      const dueMs = Math.max(this.#askedMs, this.#playedUntilMs) + silenceMs;
      const leftMs = dueMs - clock.monotonicMs();
      if (leftMs <= 0) break;
      await clock.sleep(leftMs, this.#over.signal);
    }
    this.#isWatching = false;
    if (this.#isOwed())
      this.#silent.abort(new ProviderError('timeout', `The voice of ${primary.code} did not speak in time.`));
  }

  #isOwed(): boolean {
    const least = this.#samples === 0 ? 1 : OVERDUE_WORDS;
    return this.#text.isComplete || this.#text.wordsAfter(this.#spokenWords()) >= least;
  }
}

/** Times of a speech that begins behind another. */
function laterBy(ms: number, { samples, words }: SpeechChunk): SpeechChunk {
  if (ms === 0 || words.length === 0) return { samples, words };
  const later = words.map(({ text, startMs, endMs }) => ({
    text,
    startMs: startMs + ms,
    endMs: endMs + ms,
  }));
  return { samples, words: later };
}
