import { objectAt, objectsAt, textAt } from '../kit/json-parts.ts';
import type { TtsVendor } from '../kit/speech/speech-vendor.ts';
import type { VendorVoice } from '../kit/speech/voice-offers.ts';

export const elevenLabs: TtsVendor = {
  kind: 'synthesizer',
  code: 'elevenlabs',
  name: 'ElevenLabs',
  variables: {
    key: 'ELEVENLABS_API_KEY',
    baseUrl: 'ELEVENLABS_BASE_URL',
    model: 'PARLEY_ELEVENLABS_MODEL',
    voices: 'PARLEY_ELEVENLABS_VOICES',
  },
  baseUrl: 'https://api.elevenlabs.io/v1',
  model: 'eleven_flash_v2_5',
  // Of the `v2_5` models.
  languages: 'en ro fr es de it pt da nl pl sv no fi cs sk hu bg el tr ru uk ar hi ja ko zh vi id'.split(' '),
  // 75 ms without the network. Source: ElevenLabs, "Latency optimization".
  typicalMs: 150,
  voices: {
    path: '/voices',
    read: readVoices,
    // Every account has them.
    defaults: [
      { id: 'EXAVITQu4vr4xnSDxMaL', name: 'Sarah', gender: 'female', accent: 'American' },
      { id: 'JBFqnCBsd6RMkjVDRZzb', name: 'George', gender: 'male', accent: 'British' },
      { id: '21m00Tcm4TlvDq8ikWAM', name: 'Rachel', gender: 'female', accent: 'American' },
      { id: 'onwK4e9ZLuTAKqWW03F9', name: 'Daniel', gender: 'male', accent: 'British' },
    ],
  },
  protocol: async (access) => (await import('./speech-protocol.ts')).elevenLabsProtocol(access),
};

function readVoices(answer: Record<string, unknown>): VendorVoice[] {
  return objectsAt(answer['voices']).flatMap((voice) => {
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
