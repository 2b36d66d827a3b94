import type { Clock } from '../../core/clock.ts';
import type { Offers, VoiceOffer } from '../interfaces/offers.ts';
import type { SpeechVendorConfig } from '../interfaces/speech-config.ts';
import { objectsAt, textAt } from '../kit/json-parts.ts';
import { fetchVoices } from '../kit/speech/fetch-voices.ts';
import { type VendorVoice, voiceOffers } from '../kit/speech/voice-offers.ts';
import type { VendorHttp } from '../kit/vendor-http.ts';
import { CARTESIA_VERSION } from './speech-protocol.ts';

export const CARTESIA_BASE_URL = 'https://api.cartesia.ai';

/** Languages of `sonic-3` that the catalog knows. */
const LANGUAGES = [
  'en',
  'ro',
  'fr',
  'es',
  'de',
  'it',
  'pt',
  'da',
  'nl',
  'pl',
  'sv',
  'no',
  'fi',
  'cs',
  'sk',
  'hu',
  'bg',
  'el',
  'tr',
  'ru',
  'uk',
  'ar',
  'he',
  'hi',
  'ja',
  'ko',
  'zh',
  'vi',
  'id',
];

/** Voices that the vendor recommends for conversations. */
const DEFAULT_VOICES: readonly VendorVoice[] = [
  { id: 'f786b574-daa5-4673-aa0c-cbe3e8534c02', name: 'Katie', gender: 'female', accent: 'American' },
  { id: '228fca29-3a0a-435c-8728-5cb483251068', name: 'Kiefer', gender: 'male', accent: 'American' },
];

/** Cartesia's TTS with the configured voices, else the account's, else the default ones. */
export async function cartesiaOffers(
  config: SpeechVendorConfig,
  { http, clock }: { http: VendorHttp; clock: Clock },
): Promise<Offers> {
  const voices =
    config.voices ??
    readVoices(
      await fetchVoices({
        vendor: 'Cartesia',
        http,
        clock,
        headers: { 'x-api-key': config.apiKey, 'cartesia-version': CARTESIA_VERSION },
        url: `${config.baseUrl ?? CARTESIA_BASE_URL}/voices?limit=100`,
      }),
    );
  return {
    models: [],
    speechProviders: [{ kind: 'synthesizer', code: 'cartesia', name: 'Cartesia', languages: LANGUAGES }],
    voices: voiceOffers('cartesia', voices.length === 0 ? DEFAULT_VOICES : voices),
  };
}

/** A voice has a native language and speaks others with an accent, so it is only offered for its own. */
function readVoices(answer: Record<string, unknown> | null): VendorVoice[] {
  return objectsAt(answer?.['data']).flatMap((voice) => {
    const [id, language] = [textAt(voice['id']), textAt(voice['language'])?.slice(0, 2).toLowerCase()];
    if (id === null || language === undefined || !LANGUAGES.includes(language)) return [];
    return [{ id, name: textAt(voice['name']) ?? id, language, gender: genderOf(voice['gender']) }];
  });
}

function genderOf(value: unknown): VoiceOffer['gender'] {
  if (value === 'feminine' || value === 'female') return 'female';
  if (value === 'masculine' || value === 'male') return 'male';
  return value === 'gender_neutral' ? 'neutral' : null;
}
