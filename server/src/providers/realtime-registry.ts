import type { Clock } from '../core/clock.ts';
import { googleLiveModels, googleLiveOffers } from './google/live/google-live.ts';
import type { Offers } from './interfaces/offers.ts';
import type { ProviderConfig } from './interfaces/provider-config.ts';
import type { RealtimeModel } from './interfaces/realtime-model.ts';
import { CoolDown } from './kit/cool-down.ts';
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

/**
 * Adds fallbacks to every model. When a model fails, they continue its conversations and, for a short while, start new
 * ones in its place.
 * @param chosen the configured fallback; null for the first model of each other vendor, in the order of `models`
 */
export function withRealtimeFallbacks(
  models: readonly RealtimeModel[],
  chosen: RealtimeModel | null,
  clock: Pick<Clock, 'monotonicMs'>,
): RealtimeModel[] {
  const withCoolDowns = models.map((model) => ({ ...model, coolDown: new CoolDown(clock) }));
  const firsts = withCoolDowns.filter(
    (model, index) => withCoolDowns.findIndex((other) => vendorOf(other) === vendorOf(model)) === index,
  );
  const named = chosen && (withCoolDowns.find(({ id }) => id === chosen.id) ?? chosen);
  return withCoolDowns.map((model) => ({ ...model, fallbacks: fallbacksOf(model) }));

  function fallbacksOf(model: RealtimeModel): RealtimeModel[] {
    if (named !== null) return named.id === model.id ? [] : [named];
    return firsts.filter((other) => vendorOf(other) !== vendorOf(model));
  }
}

/** A failure usually affects all models of a vendor: key, quota or network. */
function vendorOf({ id }: RealtimeModel): string {
  return id.slice(0, id.indexOf('/'));
}
