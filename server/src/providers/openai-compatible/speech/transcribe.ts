import { wavFile } from '../../../core/wav-file.ts';
import { ProviderError } from '../../interfaces/provider-error.ts';
import { parseJsonObject, textAt } from '../../kit/json-parts.ts';
import { readText } from '../../kit/vendor-http.ts';
import { multipartForm } from './multipart-form.ts';
import type { SpeechEndpoint } from './openai-tts.ts';

export interface TranscriptionRequest {
  samples: Int16Array;
  sampleRateHz: number;
  /** ISO 639-1, the main one first. */
  languages: readonly string[];
  hints: readonly string[];
  signal: AbortSignal;
}

export interface Transcription {
  text: string;
  /** ISO 639-1, if detected. */
  language: string | null;
}

const MAX_ANSWER_BYTES = 2 ** 20;

/** Transcribes one speech segment. Throws a `ProviderError`. */
export async function transcribe(
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
      ...(hints.length === 0 ? [] : [['prompt', hints.join(', ')] as const]),
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
