import type { Clock } from '../../../core/clock.ts';
import type { Offers, VoiceOffer } from '../../interfaces/offers.ts';
import type { VendorConfig } from '../../interfaces/provider-config.ts';
import type { RealtimeModel } from '../../interfaces/realtime-model.ts';
import { OpenAiSession } from './openai-session.ts';
import { wireAudio } from './wire-audio.ts';

const DEFAULT_BASE_URL = 'https://api.openai.com/v1';
const DEFAULT_MODELS = ['gpt-realtime-2.1', 'gpt-realtime-2.1-mini', 'gpt-realtime', 'gpt-realtime-mini'];

/** OpenAI publishes nothing but the names of its voices. */
const VOICES = ['marin', 'cedar', 'alloy', 'ash', 'ballad', 'coral', 'echo', 'sage', 'shimmer', 'verse'];

/** OpenAI's realtime models, one WebSocket per call. Connects only when a call opens a session. */
export function openaiRealtimeModels(config: VendorConfig, clock: Clock): RealtimeModel[] {
  const headers = { authorization: `Bearer ${config.apiKey}` };
  const root = (config.baseUrl ?? DEFAULT_BASE_URL).replace(/^http/, 'ws').replace(/\/+$/, '');
  return modelsOf(config).map((model) => ({
    id: `openai/${model}`,
    rates: wireAudio,
    open: (options, listener) => {
      const url = `${root}/realtime?model=${encodeURIComponent(model)}`;
      return new OpenAiSession({ url, headers, clock }, options, listener);
    },
  }));
}

/** The same models and their voices for the catalog. */
export function openaiRealtimeOffers(config: VendorConfig): Offers {
  const models = modelsOf(config).flatMap((model) =>
    (['multimodal', 'dualplex'] as const).map((kind) => ({ kind, code: `openai/${model}`, name: model })),
  );
  const voices = VOICES.map(
    (name): VoiceOffer => ({
      code: `openai-realtime/${name}`,
      name: `${name.charAt(0).toUpperCase()}${name.slice(1)}, realtime`,
      language: null,
      gender: null,
      accent: null,
      age: null,
      modes: ['multimodal'],
      synthesizer: null,
    }),
  );
  return { models, speechProviders: [], voices: models.length === 0 ? [] : voices };
}

function modelsOf(config: VendorConfig): readonly string[] {
  return config.realtimeModels ?? DEFAULT_MODELS;
}
