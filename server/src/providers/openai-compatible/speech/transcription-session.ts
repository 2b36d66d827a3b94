import { joinSamples } from '../../../core/join-samples.ts';
import { ProviderError } from '../../interfaces/provider-error.ts';
import type {
  TranscriberOptions,
  TranscriberSession,
  TranscriptEvent,
} from '../../interfaces/transcriber.ts';
import { withRetries } from '../../kit/retry.ts';
import { SpeechSegments } from '../../kit/speech/speech-segments.ts';
import type { SpeechEndpoint } from './synthesizer.ts';
import { type Transcription, transcribe } from './transcribe.ts';

const MAX_SEGMENT_MS = 30_000;
/** OpenAI refuses less than a tenth of a second. */
const MIN_SEGMENT_MS = 120;
const MAX_UNDER_WAY = 6;
const NOTHING: Transcription = { text: '', language: null };

type Listener = (event: TranscriptEvent) => void;

/** Stretches of one call are transcribed side by side and told in order. */
export class TranscriptionSession implements TranscriberSession {
  readonly #endpoint: SpeechEndpoint;
  readonly #options: TranscriberOptions;
  readonly #listener: Listener;
  readonly #segments: SpeechSegments;
  readonly #over = new AbortController();
  #parts: Int16Array[] = [];
  #underWay = 0;
  #told: Promise<void> = Promise.resolve();

  constructor(endpoint: SpeechEndpoint, options: TranscriberOptions, listener: Listener) {
    this.#endpoint = endpoint;
    this.#options = options;
    this.#listener = listener;
    this.#segments = new SpeechSegments(
      { sampleRateHz: options.sampleRateHz, maxMs: MAX_SEGMENT_MS },
      {
        began: (preRoll) => {
          this.#parts = [preRoll];
        },
        heard: (samples) => this.#parts.push(samples),
        ended: (isCut) => this.#transcribe(isCut),
      },
    );
  }

  write(samples: Int16Array): void {
    if (!this.#over.signal.aborted) this.#segments.write(samples);
  }

  speechStarted(): void {
    if (!this.#over.signal.aborted) this.#segments.speechStarted();
  }

  speechStopped(): void {
    if (!this.#over.signal.aborted) this.#segments.speechStopped();
  }

  close(): void {
    this.#over.abort();
    this.#parts = [];
  }

  #transcribe(isCut: boolean): void {
    const samples = joinSamples(this.#parts);
    this.#parts = [];
    const audioMs = (samples.length * 1000) / this.#options.sampleRateHz;
    if (this.#underWay >= MAX_UNDER_WAY) {
      this.#fail(
        new ProviderError('rate-limited', `${this.#endpoint.vendor} does not keep up with the call.`),
      );
      return;
    }
    this.#underWay += 1;
    const work = audioMs < MIN_SEGMENT_MS ? Promise.resolve(NOTHING) : this.#ask(samples);
    this.#told = Promise.all([work, this.#told]).then(
      ([transcription]) => this.#tell(transcription, { audioMs, isCut }),
      (error: unknown) => this.#fail(error),
    );
  }

  #ask(samples: Int16Array): Promise<Transcription> {
    const signal = this.#over.signal;
    const { sampleRateHz, languages, hints } = this.#options;
    const request = { samples, sampleRateHz, languages, hints, signal };
    return withRetries(() => transcribe(this.#endpoint, request), { clock: this.#endpoint.clock, signal });
  }

  #tell({ text, language }: Transcription, { audioMs, isCut }: { audioMs: number; isCut: boolean }): void {
    this.#underWay -= 1;
    if (this.#over.signal.aborted) return;
    if (audioMs >= MIN_SEGMENT_MS) this.#listener({ type: 'usage', audioMs: Math.round(audioMs) });
    if (text !== '' || !isCut) this.#listener({ type: 'final', text, language });
  }

  #fail(error: unknown): void {
    if (this.#over.signal.aborted) return;
    this.close();
    const isKnown = error instanceof ProviderError;
    const failure = isKnown
      ? error
      : new ProviderError('unavailable', `${this.#endpoint.vendor} failed.`, error);
    this.#listener({ type: 'failed', error: failure });
  }
}
