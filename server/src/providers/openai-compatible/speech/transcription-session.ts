import { joinSamples } from '../../../core/join-samples.ts';
import { ProviderError } from '../../interfaces/provider-error.ts';
import type { SttOptions, SttSession, TranscriptEvent } from '../../interfaces/stt-provider.ts';
import { withRetries } from '../../kit/retry.ts';
import { AudioSegments } from '../../kit/speech/audio-segments.ts';
import type { SpeechEndpoint } from './openai-tts.ts';
import { type Transcription, transcribe } from './transcribe.ts';

const MAX_SEGMENT_MS = 30_000;
/** OpenAI rejects less than a tenth of a second. */
const MIN_SEGMENT_MS = 120;
const MAX_PENDING = 6;
const NOTHING: Transcription = { text: '', language: null };

type Listener = (event: TranscriptEvent) => void;

/** Transcribes the segments of one call in parallel and emits the results in order. */
export class TranscriptionSession implements SttSession {
  readonly #endpoint: SpeechEndpoint;
  readonly #options: SttOptions;
  readonly #listener: Listener;
  readonly #segments: AudioSegments;
  readonly #over = new AbortController();
  #parts: Int16Array[] = [];
  #pending = 0;
  #told: Promise<void> = Promise.resolve();

  constructor(endpoint: SpeechEndpoint, options: SttOptions, listener: Listener) {
    this.#endpoint = endpoint;
    this.#options = options;
    this.#listener = listener;
    this.#segments = new AudioSegments(
      { sampleRateHz: options.sampleRateHz, maxMs: MAX_SEGMENT_MS },
      {
        started: (preRoll) => {
          this.#parts = [preRoll];
        },
        audio: (samples) => this.#parts.push(samples),
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
    if (this.#pending >= MAX_PENDING) {
      this.#fail(new ProviderError('rate-limited', `${this.#endpoint.vendor} cannot keep up with the call.`));
      return;
    }
    this.#pending += 1;
    const work = audioMs < MIN_SEGMENT_MS ? Promise.resolve(NOTHING) : this.#ask(samples);
    this.#told = Promise.all([work, this.#told]).then(
      ([transcription]) => this.#emit(transcription, { audioMs, isCut }),
      (error: unknown) => this.#fail(error),
    );
  }

  #ask(samples: Int16Array): Promise<Transcription> {
    const signal = this.#over.signal;
    const { sampleRateHz, languages, hints } = this.#options;
    const request = { samples, sampleRateHz, languages, hints, signal };
    return withRetries(() => transcribe(this.#endpoint, request), { clock: this.#endpoint.clock, signal });
  }

  #emit({ text, language }: Transcription, { audioMs, isCut }: { audioMs: number; isCut: boolean }): void {
    this.#pending -= 1;
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
