import { randomUUID } from 'node:crypto';
import { joinSamples } from '../../../core/join-samples.ts';
import { wavFile } from '../../../core/wav-file.ts';
import { ProviderError } from '../../interfaces/provider-error.ts';
import type { SttOptions, SttProvider, SttSession, TranscriptEvent } from '../../interfaces/stt-provider.ts';
import { parseJsonObject, textAt } from '../../kit/json-parts.ts';
import { withRetries } from '../../kit/retry.ts';
import { AudioSegments } from '../../kit/speech/audio-segments.ts';
import { fittingHints } from '../../kit/speech/hint-list.ts';
import { readText } from '../../kit/vendor-http.ts';
import type { SpeechEndpoint } from './openai-tts.ts';

/**
 * `POST /audio/transcriptions` of OpenAI and compatible servers: one request per speech segment of our own detector, so
 * there are no interim transcripts.
 */
export function openAiStt(endpoint: SpeechEndpoint): SttProvider {
  return {
    code: endpoint.code,
    open: (options, listener) => new TranscriptionSession(endpoint, options, listener),
  };
}

const MAX_SEGMENT_MS = 30_000;
/** OpenAI rejects less than a tenth of a second. */
const MIN_SEGMENT_MS = 120;
const MAX_PENDING = 6;
const NOTHING: Transcription = { text: '', language: null };

type Listener = (event: TranscriptEvent) => void;

/** Transcribes the segments of one call in parallel and emits the results in order. */
class TranscriptionSession implements SttSession {
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

interface TranscriptionRequest {
  samples: Int16Array;
  sampleRateHz: number;
  /** ISO 639-1, the main one first. */
  languages: readonly string[];
  hints: readonly string[];
  signal: AbortSignal;
}

interface Transcription {
  text: string;
  /** ISO 639-1, if detected. */
  language: string | null;
}

const MAX_ANSWER_BYTES = 2 ** 20;
/** Whisper reads 224 tokens, and of a longer prompt only its end. */
const MAX_PROMPT_BYTES = 600;

/** Transcribes one speech segment. Throws a `ProviderError`. */
async function transcribe(
  { vendor, baseUrl, apiKey, model, http }: SpeechEndpoint,
  { samples, sampleRateHz, languages, hints, signal }: TranscriptionRequest,
): Promise<Transcription> {
  const form = multipartForm(
    [
      ['model', model],
      // Only `verbose_json` reports the language; newer models do not support it.
      ['response_format', isWhisper(model) ? 'verbose_json' : 'json'],
      ['temperature', '0'],
      // Without it, the server detects the language.
      ...(languages.length === 1 ? languages.map((language) => ['language', language] as const) : []),
      ...(hints.length === 0 ? [] : [['prompt', fittingHints(hints, MAX_PROMPT_BYTES).join(', ')] as const]),
    ],
    { name: 'speech.wav', contentType: 'audio/wav', bytes: wavFile(samples, sampleRateHz) },
  );
  const answer = await http.send({
    vendor,
    method: 'POST',
    url: `${baseUrl}/audio/transcriptions`,
    signal,
    body: form.body,
    headers: {
      'content-type': form.contentType,
      ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
    },
  });
  const json = parseJsonObject(await readText(answer, MAX_ANSWER_BYTES));
  if (typeof json?.['text'] !== 'string') {
    throw new ProviderError('malformed', `${vendor} returned no transcript.`);
  }
  return { text: json['text'].trim(), language: isoOf(textAt(json['language']), languages) };
}

function isWhisper(model: string): boolean {
  return model.toLowerCase().includes('whisper');
}

/** Whisper names languages in English (`romanian`), other servers use codes. */
function isoOf(name: string | null, languages: readonly string[]): string | null {
  if (name === null) return null;
  const lower = name.toLowerCase();
  if (/^[a-z]{2}$/.test(lower)) return lower;
  const names = new Intl.DisplayNames(['en'], { type: 'language' });
  return languages.find((language) => names.of(language)?.toLowerCase() === lower) ?? null;
}

/** A form with one file, as bytes. The boundary is random and the values are ours, so they need no check for it. */
function multipartForm(
  fields: readonly (readonly [name: string, value: string])[],
  file: { name: string; contentType: string; bytes: Uint8Array },
): { contentType: string; body: Uint8Array } {
  const boundary = `parley-${randomUUID()}`;
  const parts = fields.map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head =
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${file.name}"\r\n` +
    `content-type: ${file.contentType}\r\n\r\n`;
  const body = Buffer.concat([
    Buffer.from(parts.join('') + head),
    file.bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return { contentType: `multipart/form-data; boundary=${boundary}`, body };
}
