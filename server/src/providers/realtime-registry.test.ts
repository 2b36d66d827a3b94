import { expect, test } from 'vitest';
import { manualClock } from '../../test/kit/clocks.ts';
import { openRealtimeVendors } from './realtime-registry.ts';

test('without a key there is nothing', () => {
  expect(openRealtimeVendors({ openaiCompatible: [] }, manualClock())).toEqual({ models: [], offers: [] });
});

test('with keys every model is offered in both modes, under the code that it is found by', () => {
  const config = { openai: { apiKey: 'a' }, google: { apiKey: 'b' }, openaiCompatible: [] };
  const { models, offers } = openRealtimeVendors(config, manualClock());
  const offered = offers.flatMap((offer) => offer.models.map(({ kind, code }) => `${kind} ${code}`));
  const expected = models.flatMap(({ id }) => [`multimodal ${id}`, `dualplex ${id}`]);
  expect(offered).toEqual(expected);
  expect(new Set(expected).size).toBe(expected.length);
});

test('a vendor of whom no realtime model is wanted offers no voices either', () => {
  const config = { openai: { apiKey: 'a', realtimeModels: [] }, openaiCompatible: [] };
  const { models, offers } = openRealtimeVendors(config, manualClock());
  expect(models).toEqual([]);
  expect(offers).toEqual([{ models: [], speechProviders: [], voices: [] }]);
});
