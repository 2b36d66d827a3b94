import type { Clock } from '../core/clock.ts';
import type { RealtimeModel } from './interfaces/realtime-model.ts';
import { CoolDown } from './kit/cool-down.ts';

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
