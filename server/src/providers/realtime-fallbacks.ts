import type { Clock } from '../core/clock.ts';
import type { RealtimeModel } from './interfaces/realtime-model.ts';
import { Rest } from './kit/rest.ts';

/**
 * Every model with those that go on where it is lost, and begin the calls of a while after that.
 * @param chosen the one of the installation; null: the first model of each other vendor, in the order of `models`
 */
export function withRealtimeFallbacks(
  models: readonly RealtimeModel[],
  chosen: RealtimeModel | null,
  clock: Pick<Clock, 'monotonicMs'>,
): RealtimeModel[] {
  const resting = models.map((model) => ({ ...model, rest: new Rest(clock) }));
  const firsts = resting.filter(
    (model, index) => resting.findIndex((other) => vendorOf(other) === vendorOf(model)) === index,
  );
  const named = chosen && (resting.find(({ id }) => id === chosen.id) ?? chosen);
  return resting.map((model) => ({ ...model, fallbacks: fallbacksOf(model) }));

  function fallbacksOf(model: RealtimeModel): RealtimeModel[] {
    if (named !== null) return named.id === model.id ? [] : [named];
    return firsts.filter((other) => vendorOf(other) !== vendorOf(model));
  }
}

/** What is wrong with one model of a vendor is wrong with the others most of the time: the key, the quota, the network. */
function vendorOf({ id }: RealtimeModel): string {
  return id.slice(0, id.indexOf('/'));
}
