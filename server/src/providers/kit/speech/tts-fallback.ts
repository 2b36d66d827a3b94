import type { Clock } from '../../../core/clock.ts';
import { ProviderError } from '../../interfaces/provider-error.ts';
import type { SpeechChunk, SpeechOptions, SpeechWord, TtsProvider } from '../../interfaces/tts-provider.ts';
import { CoolDown } from '../cool-down.ts';
import { hasWords, wordsOf } from './spoken-text.ts';

/** Timeout of a call's first sound: after a longer silence callers say "hello?". */
const FIRST_SILENCE_MS = 2_500;
/** Timeout of a voice that has already spoken: slow ones need longer for a long sentence, but callers do not wait longer. */
const LATER_SILENCE_MS = 3_000;
/** Tolerance, because word times and audio lengths are rounded. */
const ROUNDED_MS = 30;
/** Some vendors report the last word only at the end of the text, so one missing word is not overdue. */
const OVERDUE_WORDS = 2;

/** The replacement for a failing TTS provider. */
export interface FallbackVoice {
  tts: TtsProvider;
  /** Voice code without the vendor. */
  voice: string;
}

export interface TtsFallback {
  primary: TtsProvider;
  /** Null if there is no replacement for this language. */
  fallbackVoiceFor(language: string): FallbackVoice | null;
  clock: Clock;
  /** Called for each failure that led to a replacement. */
  onReplaced(error: ProviderError, by: string): void;
}

/**
 * Speaks with the primary. If it fails or falls silent, the secondary speaks the rest, starting with the first word
 * that was not complete.
 */
export function withTtsFallback(fallback: TtsFallback): TtsProvider {
  const coolDown = new CoolDown(fallback.clock);
  return {
    code: fallback.primary.code,
    takesIpa: fallback.primary.takesIpa ?? false,
    fallbackCode: (language) => fallback.fallbackVoiceFor(language)?.tts.code ?? null,
    async *speak(segments, options, signal) {
      const { fallback: mode, hasSpoken = false, ...plain } = options;
      const fallbackVoice = mode === 'never' ? null : fallback.fallbackVoiceFor(options.language);
      if (fallbackVoice === null) return yield* fallback.primary.speak(segments, options, signal);
      const { tts, voice } = fallbackVoice;
      const speech = new WatchedSpeech(fallback, segments, { sampleRateHz: options.sampleRateHz, hasSpoken });
      try {
        if (mode !== 'always' && !coolDown.isOn) {
          const error = yield* speech.spoken(plain, signal);
          if (error === null) return;
          // A timeout in one call says nothing about the next.
          if (error.retryable && error.code !== 'timeout') coolDown.begin();
          fallback.onReplaced(error, tts.code);
          options.onReplaced?.(error, tts.code);
        }
        const { audioMs } = speech;
        for await (const chunk of tts.speak(speech.rest(), { ...plain, voice }, signal)) {
          yield laterBy(audioMs, chunk);
        }
      } finally {
        speech.close();
      }
    },
  };
}

/** A text spoken by the primary, which is aborted when its audio is overdue. */
class WatchedSpeech {
  readonly #fallback: TtsFallback;
  readonly #text: SharedText;
  readonly #sampleRateHz: number;
  /** The voice has made a sound in this call. */
  #hasSpoken: boolean;
  readonly #silent = new AbortController();
  readonly #ended = new AbortController();
  readonly #words: SpeechWord[] = [];
  #samples = 0;
  /** Time of the oldest text since the last audio. Later text must not extend the timeout of a silent voice. */
  #askedMs: number | null = null;
  /** End of the playback of the audio so far. */
  #playedUntilMs = 0;
  #isWatching = false;

  constructor(
    fallback: TtsFallback,
    segments: AsyncIterable<string>,
    { sampleRateHz, hasSpoken }: { sampleRateHz: number; hasSpoken: boolean },
  ) {
    this.#fallback = fallback;
    this.#sampleRateHz = sampleRateHz;
    this.#hasSpoken = hasSpoken;
    this.#text = new SharedText(segments, () => this.#asked());
  }

  get audioMs(): number {
    return this.#ms(this.#samples);
  }

  /** Speaks with the primary. @returns why the secondary must continue; null if the primary has finished */
  async *spoken(
    options: SpeechOptions,
    signal: AbortSignal,
  ): AsyncGenerator<SpeechChunk, ProviderError | null> {
    const ending = AbortSignal.any([signal, this.#silent.signal]);
    try {
      for await (const chunk of this.#fallback.primary.speak(this.#text, options, ending)) {
        this.#received(chunk);
        yield chunk;
      }
      return null;
    } catch (error) {
      const isOurs = !(error instanceof ProviderError) || error.code === 'aborted' || this.#text.hasFailed;
      if (isOurs || signal.aborted) throw error;
      return error;
    } finally {
      this.#ended.abort();
    }
  }

  /** The unspoken text. */
  rest(): AsyncIterable<string> {
    return this.#samples === 0 ? this.#text : this.#text.after(this.#spokenWords());
  }

  close(): void {
    this.#ended.abort();
    this.#text.leave();
  }

  #ms(samples: number): number {
    return (samples * 1000) / this.#sampleRateHz;
  }

  #received({ samples, words }: SpeechChunk): void {
    const nowMs = this.#fallback.clock.monotonicMs();
    this.#words.push(...words);
    this.#samples += samples.length;
    this.#hasSpoken ||= samples.length > 0;
    this.#playedUntilMs = Math.max(nowMs, this.#playedUntilMs) + this.#ms(samples.length);
    if (samples.length > 0) this.#askedMs = null;
  }

  #spokenWords(): SpeechWord[] {
    return this.#words.filter(({ endMs }) => endMs <= this.audioMs + ROUNDED_MS);
  }

  #asked(): void {
    const hasUnspoken = this.#text.isComplete || this.#text.unspokenWords(this.#spokenWords()) > 0;
    if (hasUnspoken) this.#askedMs ??= this.#fallback.clock.monotonicMs();
    if (this.#isWatching || this.#ended.signal.aborted) return;
    this.#isWatching = true;
    this.#watch().catch(() => undefined);
  }

  /** Aborts the primary when its audio is overdue. Rejects when nothing is left to watch. */
  async #watch(): Promise<void> {
    const { clock, primary } = this.#fallback;
    for (;;) {
      const silenceMs = this.#hasSpoken ? LATER_SILENCE_MS : FIRST_SILENCE_MS;
      const dueMs = Math.max(this.#askedMs ?? 0, this.#playedUntilMs) + silenceMs;
      const leftMs = dueMs - clock.monotonicMs();
      if (leftMs <= 0) break;
      await clock.sleep(leftMs, this.#ended.signal);
    }
    this.#isWatching = false;
    this.#askedMs = null;
    if (this.#isOverdue())
      this.#silent.abort(
        new ProviderError('timeout', `The TTS provider ${primary.code} sent no audio in time.`),
      );
  }

  #isOverdue(): boolean {
    const least = this.#samples === 0 ? 1 : OVERDUE_WORDS;
    return this.#text.isComplete || this.#text.unspokenWords(this.#spokenWords()) >= least;
  }
}

/** Shifts the word times of an utterance that starts after another. */
function laterBy(ms: number, { samples, words }: SpeechChunk): SpeechChunk {
  if (ms === 0 || words.length === 0) return { samples, words };
  const later = words.map(({ text, startMs, endMs }) => ({
    text,
    startMs: startMs + ms,
    endMs: endMs + ms,
  }));
  return { samples, words: later };
}

/** How far ahead a spoken word is searched in the text: vendors may skip or rewrite words. */
const LOOK_AHEAD_WORDS = 12;

/** Buffered text that a second reader can read from the start or from the first unspoken word. */
class SharedText implements AsyncIterable<string> {
  readonly #source: AsyncIterator<string>;
  readonly #steps: Promise<IteratorResult<string>>[] = [];
  readonly #known: string[] = [];
  readonly #read: () => void;
  #isComplete = false;
  #hasFailed = false;

  /** @param read called with each segment and at the end of the text */
  constructor(source: AsyncIterable<string>, read: () => void) {
    this.#source = source[Symbol.asyncIterator]();
    this.#read = read;
  }

  /** The whole text has arrived. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<string> {
    for (let index = 0; ; index += 1) {
      const step = await this.#step(index);
      if (step.done === true) return;
      yield step.value;
    }
  }

  /** Number of known words that are still unspoken. */
  unspokenWords(spoken: readonly SpeechWord[]): number {
    return wordsOf(this.#knownAfter(spoken).join(' ')).length;
  }

  /** The text after the spoken words. */
  async *after(spoken: readonly SpeechWord[]): AsyncGenerator<string> {
    let index = this.#known.length;
    yield* this.#knownAfter(spoken);
    for (; ; index += 1) {
      const step = await this.#step(index);
      if (step.done === true) return;
      yield step.value;
    }
  }

  /** Stops reading the source. */
  leave(): void {
    void this.#source.return?.()?.catch(() => undefined);
  }

  #knownAfter(spoken: readonly SpeechWord[]): string[] {
    const words = this.#known.flatMap((segment, index) => wordsOf(segment).map((text) => ({ text, index })));
    let at = 0;
    for (const { text } of spoken) {
      for (const part of wordsOf(text)) {
        const ahead = words.slice(at, at + LOOK_AHEAD_WORDS);
        at += ahead.findIndex((word) => word.text === part) + 1;
      }
    }
    const left = words.slice(at);
    const segments = this.#known.map((_, index) =>
      left.flatMap((word) => (word.index === index ? [word.text] : [])).join(' '),
    );
    return segments.filter(hasWords);
  }

  #step(index: number): Promise<IteratorResult<string>> {
    const known = this.#steps[index];
    if (known !== undefined) return known;
    const step = this.#source.next();
    step.then(
      ({ done, value }) => {
        if (done === true) this.#isComplete = true;
        else this.#known.push(value);
        this.#read();
      },
      () => {
        this.#hasFailed = true;
      },
    );
    this.#steps.push(step);
    return step;
  }
}
