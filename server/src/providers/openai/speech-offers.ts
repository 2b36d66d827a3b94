import type { Offers } from '../interfaces/offers.ts';
import type { OpenAiSpeechConfig } from '../interfaces/speech-config.ts';
import { type VendorVoice, voiceOffers } from '../kit/speech/voice-offers.ts';

export const OPENAI_AUDIO_BASE_URL = 'https://api.openai.com/v1';

/** All of them speak every language. Source: platform.openai.com/docs/guides/text-to-speech */
const VOICES: readonly VendorVoice[] = [
  { id: 'alloy', name: 'Alloy', gender: 'neutral' },
  { id: 'ash', name: 'Ash', gender: 'male' },
  { id: 'coral', name: 'Coral', gender: 'female' },
  { id: 'echo', name: 'Echo', gender: 'male' },
  { id: 'fable', name: 'Fable', gender: 'neutral', accent: 'British' },
  { id: 'nova', name: 'Nova', gender: 'female' },
  { id: 'onyx', name: 'Onyx', gender: 'male' },
  { id: 'sage', name: 'Sage', gender: 'female' },
  { id: 'shimmer', name: 'Shimmer', gender: 'female' },
];

/** Catalog entries of OpenAI's audio endpoints. */
export function openAiSpeechOffers({ speechModel, transcriptionModel, voices }: OpenAiSpeechConfig): Offers {
  const name = 'OpenAI';
  const isSpeaking = speechModel !== null;
  return {
    models: [],
    speechProviders: [
      ...(isSpeaking ? [{ kind: 'synthesizer' as const, code: 'openai', name, languages: [] }] : []),
      ...(transcriptionModel === null
        ? []
        : [{ kind: 'transcriber' as const, code: 'openai', name, languages: [] }]),
    ],
    voices: isSpeaking ? voiceOffers('openai', voices ?? VOICES) : [],
  };
}
