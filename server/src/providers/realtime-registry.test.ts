import { expect, test } from 'vitest';
import { manualClock } from '../../test/kit/clocks.ts';
import { openRealtimeVendors } from './realtime-registry.ts';

test('offers nothing without a key', () => {
  expect(openRealtimeVendors({ openaiCompatible: [] }, manualClock())).toEqual({ models: [], offers: [] });
});

test('offers every model in both modes under its id', () => {
  const config = { openai: { apiKey: 'a' }, google: { apiKey: 'b' }, openaiCompatible: [] };
  const { models, offers } = openRealtimeVendors(config, manualClock());
  const offered = offers.flatMap((offer) => offer.models.map(({ kind, code }) => `${kind} ${code}`));
  const expected = models.flatMap(({ id }) => [`multimodal ${id}`, `dualplex ${id}`]);
  expect(offered).toEqual(expected);
  expect(new Set(expected).size).toBe(expected.length);
});

test('offers no voices of a vendor without realtime models', () => {
  const config = { openai: { apiKey: 'a', realtimeModels: [] }, openaiCompatible: [] };
  const { models, offers } = openRealtimeVendors(config, manualClock());
  expect(models).toEqual([]);
  expect(offers).toEqual([{ models: [], speechProviders: [], voices: [] }]);
});
