import { expect, test } from 'vitest';
import { callLegs } from './call-legs.ts';

const minute = (amount: number) => ({
  kind: 'call_minute',
  amount,
  note: null,
  created_at: '2026-01-01T00:00:00Z',
});
const usage = (fields: object) => ({ type: 'speech-usage', at_ms: 0, data: { usage: { ...fields } } });
const NOTHING = { costs: [], models: [], events: [], carrier_cost: null };
const PRICE = {
  model: 'openai/gpt-realtime',
  price: 'known' as const,
  input_per_million_tokens: 4,
  output_per_million_tokens: 16,
};
const PRICES = { models: [PRICE], speech: [] };

test('sums call minutes into one leg', () => {
  expect(callLegs({ ...NOTHING, costs: [minute(0.1), minute(0.1), minute(0.1)] }, PRICES)).toEqual([
    {
      key: 'charged-call_minute',
      name: 'Call minute',
      vendor: null,
      used: '3 ×',
      vendorTakes: null,
      charged: 0.3,
    },
  ]);
});

test('makes one leg per vendor and marks unknown prices', () => {
  const models = [{ model: 'a/b', calls: 2, input_tokens: 1_000, output_tokens: 20, cost: null }];
  const hearing = { kind: 'speech-to-text', provider: 'deepgram/nova', audioMs: 1_600 };
  const events = [
    usage(hearing),
    usage({ ...hearing, audioMs: 2_400 }),
    usage({ kind: 'text-to-speech', provider: 'elevenlabs', characters: 40 }),
    usage({ kind: 'realtime', provider: PRICE.model, inputTokens: 1_000, outputTokens: 500 }),
    usage({ kind: 'realtime', provider: 'other/one', inputTokens: null, outputTokens: 2 }),
  ];
  const legs = callLegs({ ...NOTHING, models, events, carrier_cost: 0.02 }, PRICES);
  expect(legs.map(({ name, used, vendorTakes, charged }) => [name, used, vendorTakes, charged])).toEqual([
    ['Carrier', '', 0.02, null],
    ['Language model', '2 requests, 1,020 tokens', 'unknown', null],
    ['Speech-to-text', '4 seconds', 'unknown', null],
    ['Text-to-speech', '40 characters', 'unknown', null],
    ['Realtime model', '1,500 tokens', 0.012, null],
    ['Realtime model', '2 tokens', 'unknown', null],
  ]);
});

test.each([
  ['speech-to-text', 'pocketsphinx'],
  ['text-to-speech', 'flite'],
  ['text-to-speech', 'espeak'],
  ['realtime', 'offline/realtime'],
])('%s by %s is free', (kind, provider) => {
  const events = [usage({ kind, provider, audioMs: 2_000 })];
  expect(callLegs({ ...NOTHING, events }, PRICES).map(({ vendorTakes }) => vendorTakes)).toEqual([0]);
});

test('prices speech-to-text per minute and text-to-speech per character', () => {
  const speech = [
    { kind: 'transcriber' as const, provider: 'openai', price: 'known' as const, amount: 0.006 },
    { kind: 'synthesizer' as const, provider: 'openai', price: 'known' as const, amount: 15 },
  ];
  const events = [
    usage({ kind: 'speech-to-text', provider: 'openai', audioMs: 120_000 }),
    usage({ kind: 'text-to-speech', provider: 'openai', characters: 2_000 }),
  ];
  const legs = callLegs({ ...NOTHING, events }, { models: [], speech });
  expect(legs.map(({ vendorTakes }) => vendorTakes)).toEqual([0.012, 0.03]);
});
