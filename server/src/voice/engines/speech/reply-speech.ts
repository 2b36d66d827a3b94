import { LinkedAbort } from '../../../agent/linked-abort.ts';
import { EventQueue } from '../../../core/event-queue.ts';
import { type SpeakableOptions, SpeakableText, spokenText } from '../../../core/speakable/speakable-text.ts';
import { abortError, ProviderError } from '../../../providers/interfaces/provider-error.ts';
import type { SpeechChunk, SpeechOptions, TtsProvider } from '../../../providers/interfaces/tts-provider.ts';
import type { SpokenWord } from '../engine.ts';
import { SpeechSplitter } from '../text/speech-splitter.ts';
import type { SpeakingRate } from './speaking-rate.ts';
import { WordTimes } from './word-times.ts';

/** Text length needed for language detection. */
const DETECTION_CHARACTERS = 24;
/** Maximum text length, about four minutes of speech. */
const MAX_CHARACTERS = 4_000;

export interface ReplySpeechDeps {
  tts: TtsProvider;
  options: SpeechOptions;
  /**
   * Detects the language of a text; if absent, the language in `options` is used. Called once, with the beginning of
   * the reply.
   */
  languageOf?(text: string): string;
  rate: SpeakingRate;
  speakable: SpeakableOptions;
  signal: AbortSignal;
  audio(samples: Int16Array): void;
  words(words: readonly SpokenWord[]): void;
  /** The voice failed. Called at most once and never for an abort; `end` rejects with the same error. */
  failed(error: ProviderError): void;
}

/** Speaks one reply: takes text as it is written, emits audio and word timings. */
export class ReplySpeech {
  readonly #deps: ReplySpeechDeps;
  readonly #splitter: SpeechSplitter;
  readonly #times: WordTimes;
  /** Segments of the current stream; `drain` starts another one. */
  #segments = new EventQueue<string>();
  readonly #written: string[] = [];
  readonly #spokenWords: string[] = [];
  /** Segments waiting for language detection. */
  #undetected: string[] = [];
  #language: string | null;
  #speakable: SpeakableText | null = null;
  #characters = 0;
  #samples = 0;
  #speaking: Promise<void> | null = null;
  /** Earlier streams, whose audio comes first. */
  #drained: Promise<void> | null = null;
  #hasFailed = false;
  /** The fallback voice has taken over, also for later streams. */
  #isReplaced = false;

  constructor(deps: ReplySpeechDeps) {
    this.#deps = deps;
    this.#splitter = new SpeechSplitter(deps.options.language);
    this.#times = new WordTimes(deps.rate);
    this.#language = deps.languageOf === undefined ? deps.options.language : null;
  }

  /** Characters sent to the provider; the billing unit. */
  get characters(): number {
    return this.#characters;
  }

  /** All text to be spoken, without Markdown. */
  get text(): string {
    return this.#written.join(' ');
  }

  get spokenSoFar(): string {
    return this.#spokenWords.join(' ');
  }

  /** @returns false once the maximum length is reached */
  write(text: string): boolean {
    this.#speak(this.#splitter.push(text));
    return this.#characters < MAX_CHARACTERS;
  }

  /** Drops text not yet sent to the provider. */
  withdraw(): void {
    this.#splitter.flush();
    this.#undetected = [];
  }

  /** Speaks the text so far without waiting for more, for example because a tool is running. */
  flush(): void {
    this.#speak(this.#splitter.flush(), true);
  }

  /** Ends the stream with the text so far; resolves when its audio has been emitted. Never rejects. */
  async drain(): Promise<void> {
    this.flush();
    if (this.#speaking !== null) {
      this.#segments.close();
      this.#segments = new EventQueue();
      this.#drained = this.#speaking;
      this.#speaking = null;
    }
    await this.#drained?.catch(() => undefined);
  }

  /** Resolves when all audio has been emitted; rejects with a `ProviderError`. */
  async end(): Promise<void> {
    this.flush();
    this.#segments.close();
    await (this.#speaking ?? this.#drained);
    this.#emitWords(this.#times.end(this.#audioMs()));
  }

  /** @param isAll no text follows for a while */
  #speak(segments: readonly string[], isAll = false): void {
    if (this.#deps.signal.aborted) return;
    this.#undetected.push(...segments);
    this.#language ??= this.#detectLanguage(this.#undetected.join(' '), isAll);
    if (this.#language === null) return;
    this.#speakable ??= new SpeakableText(this.#language, this.#deps.speakable);
    for (const segment of this.#undetected.splice(0)) {
      const words = this.#speakable.segment(segment);
      if (words.length === 0 || this.#characters >= MAX_CHARACTERS) continue;
      this.#written.push(...words.map(({ written }) => written));
      this.#times.add(words);
      const spoken = spokenText(words);
      if (spoken === '') continue;
      this.#characters += spoken.length;
      this.#segments.push(spoken);
      this.#speaking ??= this.#pump(this.#segments, this.#drained);
    }
  }

  #detectLanguage(text: string, isAll: boolean): string | null {
    const isEnough = text.length >= DETECTION_CHARACTERS || (isAll && text !== '');
    return isEnough ? (this.#deps.languageOf?.(text) ?? null) : null;
  }

  #pump(segments: EventQueue<string>, before: Promise<void> | null): Promise<void> {
    const reading =
      before === null ? this.#readChunks(segments) : before.then(() => this.#readChunks(segments));
    const pumping = reading.catch((error: unknown) => {
      const failure = toProviderError(error, this.#deps.signal);
      segments.close();
      if (!this.#deps.signal.aborted && !this.#hasFailed) this.#deps.failed(failure);
      this.#hasFailed = true;
      throw failure;
    });
    // The rejection is handled by `end`; avoid an unhandled one until then.
    pumping.catch(() => {});
    return pumping;
  }

  async #readChunks(segments: EventQueue<string>): Promise<void> {
    const { tts, signal } = this.#deps;
    const startMs = this.#audioMs();
    const options = this.#streamOptions();
    const stop = new LinkedAbort(signal);
    let iterator: AsyncIterator<SpeechChunk> | undefined;
    try {
      iterator = tts.speak(segments, options, stop.signal)[Symbol.asyncIterator]();
      for (;;) {
        const step = await stop.race(iterator.next());
        if (step.done === true) return;
        this.#receive(step.value, startMs);
      }
    } finally {
      segments.close();
      // Not awaited: a hanging provider must not delay the end of the reply.
      iterator?.return?.().then(undefined, () => {});
      stop[Symbol.dispose]();
    }
  }

  #streamOptions(): SpeechOptions {
    const { options } = this.#deps;
    return {
      ...options,
      ...(this.#language !== null && { language: this.#language }),
      ...(this.#isReplaced && { fallback: 'always' }),
      onReplaced: (error, by) => {
        this.#isReplaced = true;
        options.onReplaced?.(error, by);
      },
    };
  }

  /** @param streamMs start of the stream within the reply; its word times count from there */
  #receive({ samples, words }: SpeechChunk, streamMs: number): void {
    this.#samples += samples.length;
    if (samples.length > 0) this.#deps.audio(samples);
    const timed = words.map((word) => ({
      ...word,
      startMs: word.startMs + streamMs,
      endMs: word.endMs + streamMs,
    }));
    this.#emitWords(timed.length > 0 ? this.#times.align(timed) : this.#times.reached(this.#audioMs()));
  }

  #emitWords(words: readonly SpokenWord[]): void {
    if (words.length === 0) return;
    this.#spokenWords.push(...words.map(({ text }) => text));
    this.#deps.words(words);
  }

  #audioMs(): number {
    return (this.#samples / this.#deps.options.sampleRateHz) * 1000;
  }
}

function toProviderError(error: unknown, signal: AbortSignal): ProviderError {
  if (signal.aborted) return abortError(signal);
  if (error instanceof ProviderError) return error;
  return new ProviderError('malformed', 'The voice failed unexpectedly.', error);
}
