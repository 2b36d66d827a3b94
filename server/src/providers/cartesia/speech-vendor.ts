import type { VoiceOffer } from '../interfaces/offers.ts';
import { objectsAt, textAt } from '../kit/json-parts.ts';
import type { TtsVendor } from '../kit/speech/speech-vendor.ts';
import type { VendorVoice } from '../kit/speech/voice-offers.ts';

/** Languages of `sonic-3`. */
const LANGUAGES =
  'en ro fr es de it pt da nl pl sv no fi cs sk hu bg el tr ru uk ar he hi ja ko zh vi id'.split(' ');

export const cartesia: TtsVendor = {
  kind: 'synthesizer',
  code: 'cartesia',
  name: 'Cartesia',
  variables: {
    key: 'CARTESIA_API_KEY',
    baseUrl: 'CARTESIA_BASE_URL',
    model: 'PARLEY_CARTESIA_MODEL',
    voices: 'PARLEY_CARTESIA_VOICES',
  },
  baseUrl: 'https://api.cartesia.ai',
  model: 'sonic-3',
  languages: LANGUAGES,
  typicalMs: 150,
  voices: {
    path: '/voices?limit=100',
    read: readVoices,
    // Recommended for conversations.
    defaults: [
      { id: 'f786b574-daa5-4673-aa0c-cbe3e8534c02', name: 'Katie', gender: 'female', accent: 'American' },
      { id: '228fca29-3a0a-435c-8728-5cb483251068', name: 'Kiefer', gender: 'male', accent: 'American' },
    ],
  },
  protocol: async (access) => (await import('./speech-protocol.ts')).cartesiaProtocol(access),
};

/** A voice has a native language and speaks others with an accent, so it is only offered for its own. */
function readVoices(answer: Record<string, unknown>): VendorVoice[] {
  return objectsAt(answer['data']).flatMap((voice) => {
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
