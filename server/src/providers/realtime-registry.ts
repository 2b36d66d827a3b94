import type { Clock } from '../core/clock.ts';
import { googleLiveModels, googleLiveOffers } from './google/live/google-live.ts';
import type { Offers } from './interfaces/offers.ts';
import type { ProviderConfig } from './interfaces/provider-config.ts';
import type { RealtimeModel } from './interfaces/realtime-model.ts';
import { openaiRealtimeModels, openaiRealtimeOffers } from './openai/realtime/openai-realtime.ts';

/** Realtime models and their catalog entries. */
export interface RealtimeVendors {
  models: RealtimeModel[];
  offers: Offers[];
}

/** Every realtime model of the configured vendors; opens no connection. */
export function openRealtimeVendors({ openai, google }: ProviderConfig, clock: Clock): RealtimeVendors {
  return {
    models: [
      ...(openai === undefined ? [] : openaiRealtimeModels(openai, clock)),
      ...(google === undefined ? [] : googleLiveModels(google, clock)),
    ],
    offers: [
      ...(openai === undefined ? [] : [openaiRealtimeOffers(openai)]),
      ...(google === undefined ? [] : [googleLiveOffers(google)]),
    ],
  };
}
