import type { Clock } from '../../../core/clock.ts';
import type { Offers, VoiceOffer } from '../../interfaces/offers.ts';
import type { VendorConfig } from '../../interfaces/provider-config.ts';
import type { RealtimeModel } from '../../interfaces/realtime-model.ts';
import { LiveSession } from './live-session.ts';

const DEFAULT_BASE_URL = 'https://generativelanguage.googleapis.com/v1beta';
const DEFAULT_MODELS = ['gemini-3.8-live', 'gemini-3.1-flash-live-preview'];

/** Some of Google's voices, by name. Google publishes no other data about them. */
const VOICES = ['Kore', 'Puck', 'Charon', 'Aoede', 'Fenrir', 'Leda', 'Orus', 'Zephyr', 'Sulafat', 'Achird'];

/** Google's realtime models over the Gemini Live API. Connects only when a call opens a session. */
export function googleLiveModels(config: VendorConfig, clock: Clock): RealtimeModel[] {
  const url = liveUrl(config.baseUrl ?? DEFAULT_BASE_URL);
  const headers = { 'x-goog-api-key': config.apiKey };
  return modelsOf(config).map((model) => ({
    id: `google/${model}`,
    rates: () => ({ inputRateHz: 16_000, outputRateHz: 24_000 }),
    open: (options, listener) => new LiveSession({ url, headers, clock, model }, options, listener),
  }));
}

/** The same models and their voices for the catalog. */
export function googleLiveOffers(config: VendorConfig): Offers {
  const models = modelsOf(config).flatMap((model) =>
    (['multimodal', 'dualplex'] as const).map((kind) => ({ kind, code: `google/${model}`, name: model })),
  );
  const voices = VOICES.map(
    (name): VoiceOffer => ({
      code: `google-live/${name}`,
      name: `${name}, realtime`,
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

/** The WebSocket URL. Its path contains the API version with which the base URL ends. */
function liveUrl(baseUrl: string): string {
  const root = baseUrl.replace(/^http/, 'ws').replace(/\/+$/, '');
  const version = /\/(v\d\w*)$/.exec(root)?.[1];
  const host = version === undefined ? root : root.slice(0, -version.length - 1);
  return `${host}/ws/google.ai.generativelanguage.${version ?? 'v1beta'}.GenerativeService.BidiGenerateContent`;
}

function modelsOf(config: VendorConfig): readonly string[] {
  return config.realtimeModels ?? DEFAULT_MODELS;
}
