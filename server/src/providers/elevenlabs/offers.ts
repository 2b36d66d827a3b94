import type { Clock } from '../../core/clock.ts';
import type { Offers } from '../interfaces/offers.ts';
import type { SpeechVendorConfig } from '../interfaces/speech-config.ts';
import { objectAt, objectsAt, textAt } from '../kit/json-parts.ts';
import { fetchVoices } from '../kit/speech/fetch-voices.ts';
import { type VendorVoice, voiceOffers } from '../kit/speech/voice-offers.ts';
import type { VendorHttp } from '../kit/vendor-http.ts';

export const ELEVENLABS_BASE_URL = 'https://api.elevenlabs.io/v1';

/** Languages of the `v2_5` models that the catalog knows. */
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
  'hi',
  'ja',
  'ko',
  'zh',
  'vi',
  'id',
];

/** Voices that every account has. */
const DEFAULT_VOICES: readonly VendorVoice[] = [
  { id: 'EXAVITQu4vr4xnSDxMaL', name: 'Sarah', gender: 'female', accent: 'American' },
  { id: 'JBFqnCBsd6RMkjVDRZzb', name: 'George', gender: 'male', accent: 'British' },
  { id: '21m00Tcm4TlvDq8ikWAM', name: 'Rachel', gender: 'female', accent: 'American' },
  { id: 'onwK4e9ZLuTAKqWW03F9', name: 'Daniel', gender: 'male', accent: 'British' },
];

/** ElevenLabs' TTS with the configured voices, else the account's, else the default ones. */
export async function elevenLabsOffers(
  config: SpeechVendorConfig,
  { http, clock }: { http: VendorHttp; clock: Clock },
): Promise<Offers> {
  const voices =
    config.voices ??
    readVoices(
      await fetchVoices({
        vendor: 'ElevenLabs',
        http,
        clock,
        headers: { 'xi-api-key': config.apiKey },
        url: `${config.baseUrl ?? ELEVENLABS_BASE_URL}/voices`,
      }),
    );
  return {
    models: [],
    speechProviders: [{ kind: 'synthesizer', code: 'elevenlabs', name: 'ElevenLabs', languages: LANGUAGES }],
    voices: voiceOffers('elevenlabs', voices.length === 0 ? DEFAULT_VOICES : voices),
  };
}

function readVoices(answer: Record<string, unknown> | null): VendorVoice[] {
  return objectsAt(answer?.['voices']).flatMap((voice) => {
    const id = textAt(voice['voice_id']);
    if (id === null) return [];
    const { gender, accent, age } = objectAt(voice['labels']);
    return [
      {
        id,
        name: textAt(voice['name']) ?? id,
        accent: textAt(accent),
        age: textAt(age),
        gender: gender === 'female' || gender === 'male' || gender === 'neutral' ? gender : null,
      },
    ];
  });
}
