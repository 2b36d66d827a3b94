import { LinkedAbort } from '../../../agent/linked-abort.ts';
import { EventQueue } from '../../../core/event-queue.ts';
import { SpeakableText, spokenText } from '../../../core/speakable/speakable-text.ts';
import { abortError, ProviderError } from '../../../providers/interfaces/provider-error.ts';
import type { SpeechChunk, SpeechOptions, TtsProvider } from '../../../providers/interfaces/tts-provider.ts';
import type { SpokenWord } from '../engine.ts';
import { SpeechSplitter } from '../text/speech-splitter.ts';
import type { SpeakingRate } from './speaking-rate.ts';
import { WordTimes } from './word-times.ts';

/** A language shows in so many. */
const TELLING_CHARACTERS = 24;
/** Nobody listens to more: about four minutes. */
const MOST_CHARACTERS = 4_000;

export interface ReplySpeechDeps {
  tts: TtsProvider;
  options: SpeechOptions;
  /** Which language a text is in; absent: that of the options. Asked once, with the beginning of what is to be said. */
  languageOf?(text: string): string;
  rate: SpeakingRate;
  /** Ends the speech at once. */
  signal: AbortSignal;
  audio(samples: Int16Array): void;
  words(words: readonly SpokenWord[]): void;
  /** The voice failed, at most once and never for an abort; `end` rejects with it too. */
  failed(error: ProviderError): void;
}

/** One reply on its way from text to sound: takes text as it is written, gives audio and words as they are spoken. */
export class ReplySpeech {
  readonly #deps: ReplySpeechDeps;
  readonly #splitter: SpeechSplitter;
  readonly #times: WordTimes;
  readonly #pieces = new EventQueue<string>();
  readonly #written: string[] = [];
  readonly #told: string[] = [];
  /** Pieces that wait until their language is known. */
  #held: string[] = [];
  #language: string | null;
  #speakable: SpeakableText | null = null;
  #characters = 0;
  #samples = 0;
  #speaking: Promise<void> | null = null;

  constructor(deps: ReplySpeechDeps) {
    this.#deps = deps;
    this.#splitter = new SpeechSplitter(deps.options.language);
    this.#times = new WordTimes(deps.rate);
    this.#language = deps.languageOf === undefined ? deps.options.language : null;
  }

  /** Of what was given to the voice: what vendors bill by. */
  get characters(): number {
    return this.#characters;
  }

  /** Everything that is to be heard, without Markdown. */
  get text(): string {
    return this.#written.join(' ');
  }

  /** As much of it as has become sound. */
  get soundedText(): string {
    return this.#told.join(' ');
  }

  /** @returns false when nobody would listen to more. */
  write(text: string): boolean {
    this.#speak(this.#splitter.push(text));
    return this.#characters < MOST_CHARACTERS;
  }

  /** Leaves out what was written and not handed to the voice yet. */
  withdraw(): void {
    this.#splitter.flush();
    this.#held = [];
  }

  /** What is written so far does not wait for its end: a tool runs meanwhile. */
  flush(): void {
    this.#speak(this.#splitter.flush(), true);
  }

  /** Resolves when all audio is out; rejects with a `ProviderError`. */
  async end(): Promise<void> {
    this.flush();
    this.#pieces.close();
    await this.#speaking;
    this.#tell(this.#times.end(this.#audioMs()));
  }

  /** @param isAll nothing follows for a while */
  #speak(pieces: readonly string[], isAll = false): void {
    if (this.#deps.signal.aborted) return;
    this.#held.push(...pieces);
    this.#language ??= this.#recognise(this.#held.join(' '), isAll);
    if (this.#language === null) return;
    this.#speakable ??= new SpeakableText(this.#language);
    for (const piece of this.#held.splice(0)) {
      const words = this.#speakable.segment(piece);
      if (words.length === 0 || this.#characters >= MOST_CHARACTERS) continue;
      this.#written.push(...words.map(({ written }) => written));
      this.#times.add(words);
      const spoken = spokenText(words);
      if (spoken === '') continue;
      this.#characters += spoken.length;
      this.#pieces.push(spoken);
      this.#speaking ??= this.#pump();
    }
  }

  #recognise(text: string, isAll: boolean): string | null {
    const isEnough = text.length >= TELLING_CHARACTERS || (isAll && text !== '');
    return isEnough ? (this.#deps.languageOf?.(text) ?? null) : null;
  }

  #pump(): Promise<void> {
    const pumping = this.#readChunks().catch((error: unknown) => {
      const failure = toProviderError(error, this.#deps.signal);
      this.#pieces.close();
      if (!this.#deps.signal.aborted) this.#deps.failed(failure);
      throw failure;
    });
    // Whoever calls `end` hears of it; before that nobody waits.
    pumping.catch(() => {});
    return pumping;
  }

  async #readChunks(): Promise<void> {
    const { tts, signal } = this.#deps;
    const options = { ...this.#deps.options, ...(this.#language !== null && { language: this.#language }) };
    const stop = new LinkedAbort(signal);
    let iterator: AsyncIterator<SpeechChunk> | undefined;
    try {
      iterator = tts.speak(this.#pieces, options, stop.signal)[Symbol.asyncIterator]();
      for (;;) {
        const step = await stop.race(iterator.next());
        if (step.done === true) return;
        this.#receive(step.value);
      }
    } finally {
      this.#pieces.close();
      // Not awaited: a voice that hangs must not hold up the end of the reply.
      iterator?.return?.().then(undefined, () => {});
      stop[Symbol.dispose]();
    }
  }

  #receive({ samples, words }: SpeechChunk): void {
    this.#samples += samples.length;
    if (samples.length > 0) this.#deps.audio(samples);
    this.#tell(words.length > 0 ? this.#times.heard(words) : this.#times.reached(this.#audioMs()));
  }

  #tell(words: readonly SpokenWord[]): void {
    if (words.length === 0) return;
    this.#told.push(...words.map(({ text }) => text));
    this.#deps.words(words);
  }

  #audioMs(): number {
    return (this.#samples / this.#deps.options.sampleRateHz) * 1000;
  }
}

function toProviderError(error: unknown, signal: AbortSignal): ProviderError {
  if (signal.aborted) return abortError(signal);
  if (error instanceof ProviderError) return error;
  return new ProviderError('malformed', 'The voice failed in an unexpected way.', error);
}
