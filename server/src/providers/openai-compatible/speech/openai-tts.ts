import type { Clock } from '../../../core/clock.ts';
import { Resampler } from '../../../core/resampler.ts';
import { speakingStyleOf } from '../../interfaces/expressiveness.ts';
import { ProviderError } from '../../interfaces/provider-error.ts';
import type { SpeechOptions, TtsProvider } from '../../interfaces/tts-provider.ts';
import { withRetries } from '../../kit/retry.ts';
import { AudioDecoder } from '../../kit/speech/decode-audio.ts';
import { type PartRequest, speakSegments } from '../../kit/speech/speak-segments.ts';
import type { VendorAnswer, VendorHttp } from '../../kit/vendor-http.ts';

/** A caller is waiting: after these attempts the fallback is faster. */
const RETRY_DELAYS_MS = [100, 500];
/** OpenAI's limit per request. */
const MAX_PART_LENGTH = 4_000;

export interface SpeechEndpoint {
  /** The code of the offer. */
  code: string;
  /** Display name: `OpenAI`. */
  vendor: string;
  /** Base URL with the API version. */
  baseUrl: string;
  apiKey: string | null;
  model: string;
  http: VendorHttp;
  clock: Clock;
}

/** `pcm` of this API: 16 bits, mono. */
const PCM_RATE_HZ = 24_000;

/** `POST /audio/speech` of OpenAI and compatible servers; requests the next segment while one is playing. */
export function openAiTts(endpoint: SpeechEndpoint): TtsProvider {
  return {
    code: endpoint.code,
    speak: (segments, options, signal) =>
      speakSegments(
        segments,
        {
          sampleRateHz: options.sampleRateHz,
          clock: endpoint.clock,
          maxPartLength: MAX_PART_LENGTH,
          partsAhead: 1,
          speakPart: (part) => speakPart(endpoint, part, options),
        },
        signal,
      ),
  };
}

async function* speakPart(
  endpoint: SpeechEndpoint,
  { text, signal }: PartRequest,
  options: SpeechOptions,
): AsyncGenerator<Int16Array> {
  const ask = (): Promise<VendorAnswer> => request(endpoint, { text, options, signal });
  const { contentType, body } = await withRetries(ask, {
    clock: endpoint.clock,
    signal,
    delaysMs: RETRY_DELAYS_MS,
  });
  if (/json|text|html|mpeg|mp3|wav|ogg|flac|aac/.test(contentType)) {
    throw new ProviderError('malformed', `${endpoint.vendor} did not return PCM audio.`);
  }
  const decoder = new AudioDecoder('pcm16');
  const resampler = new Resampler(PCM_RATE_HZ, options.sampleRateHz);
  for await (const bytes of body) yield resampler.process(decoder.decode(bytes));
  yield resampler.flush();
}

function request(
  { vendor, baseUrl, apiKey, model, http }: SpeechEndpoint,
  { text, options, signal }: { text: string; options: SpeechOptions; signal: AbortSignal },
): Promise<VendorAnswer> {
  const { voice, speed } = options;
  const instructions = model.startsWith('gpt-') ? { instructions: instructionsFor(options) } : {};
  const body = { model, voice, input: text, response_format: 'pcm', speed, ...instructions };
  return http.send({
    vendor,
    method: 'POST',
    url: `${baseUrl}/audio/speech`,
    signal,
    headers: {
      'content-type': 'application/json',
      ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
    },
    body: JSON.stringify(body),
  });
}

const MANNERS = {
  even: 'Speak calmly and evenly.',
  own: 'Speak warmly and naturally, with the emotion that the words convey.',
  lively: 'Speak in a warm and lively voice, with varied intonation and the emotion that the words convey.',
};

/** Style instructions for models that accept them. */
function instructionsFor({ language, ...style }: SpeechOptions): string {
  const name = new Intl.DisplayNames(['en'], { type: 'language' }).of(language);
  return `The text is in ${name}. ${MANNERS[speakingStyleOf(style)]}`;
}
