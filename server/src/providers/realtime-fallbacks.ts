import type { RealtimeModel } from './spec/realtime-model.ts';

/**
 * Every model with those that go on where it is lost.
 * @param chosen the one of the installation; null: the first model of each other vendor, in the order of `models`
 */
export function withRealtimeFallbacks(
  models: readonly RealtimeModel[],
  chosen: RealtimeModel | null,
): RealtimeModel[] {
  const firsts = models.filter(
    (model, index) => models.findIndex((other) => vendorOf(other) === vendorOf(model)) === index,
  );
  return models.map((model) => ({ ...model, fallbacks: fallbacksOf(model) }));

  function fallbacksOf(model: RealtimeModel): RealtimeModel[] {
    if (chosen !== null) return chosen.id === model.id ? [] : [chosen];
    return firsts.filter((other) => vendorOf(other) !== vendorOf(model));
  }
}

/** What is wrong with one model of a vendor is wrong with the others most of the time: the key, the quota, the network. */
function vendorOf({ id }: RealtimeModel): string {
  return id.slice(0, id.indexOf('/'));
}
