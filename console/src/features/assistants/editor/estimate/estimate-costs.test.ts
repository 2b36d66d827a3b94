import { expect, test } from 'vitest';
import { estimateCosts, wholeCost } from './estimate-costs.ts';

const model = (name: string, input: number | null, output: number | null) => ({
  model: name,
  price: input === null ? ('unknown' as const) : ('known' as const),
  input_per_million_tokens: input,
  output_per_million_tokens: output,
});
const speech = (kind: 'transcriber' | 'synthesizer', provider: string, amount: number | null) => ({
  kind,
  provider,
  amount,
  price: amount === null ? ('unknown' as const) : ('known' as const),
});
const prices = {
  models: [
    model('a/reads', 1, 0),
    model('a/writes', 0, 1),
    model('a/free', 0, 0),
    model('a/untold', null, null),
  ],
  speech: [
    speech('transcriber', 'deepgram', 0.0077),
    speech('transcriber', 'openai', null),
    speech('synthesizer', 'openai', 50),
    speech('synthesizer', 'flite', 0),
  ],
};

/** Costs per part, in millionths of a dollar. */
function micros(
  mode: 'pipeline' | 'multimodal' | 'dualplex',
  parts: [string | null, string | null, string | null],
) {
  const [name, transcriber, synthesizer] = parts;
  const providers = { model: name, transcriber, synthesizer };
  const costs = estimateCosts({ mode, providers, promptLength: 4000 }, prices);
  return costs.map(({ part, perMinute }) => [part, perMinute === null ? null : Math.round(perMinute * 1e6)]);
}

test.each([
  // Three requests, each with 1,000 tokens of prompt, 600 of rules, and 7.5 turns of 33 1/3 tokens from each side.
  ['pipeline', 'a/reads', 6300],
  ['pipeline', 'a/writes', 100],
  ['pipeline', 'a/free', 0],
  // 7.5 turns of 100 tokens of input audio and 200 of output audio.
  ['multimodal', 'a/reads', 11_550],
  ['multimodal', 'a/writes', 600],
  // 100 tokens of input audio and 33 1/3 of output text.
  ['dualplex', 'a/reads', 7800],
  ['dualplex', 'a/writes', 100],
  ['pipeline', 'a/untold', null],
  ['pipeline', 'a/nowhere', null],
  ['pipeline', null, null],
] as const)('in %s mode, prices a minute of the model %s', (mode, name, expected) => {
  expect(micros(mode, [name, null, null])[0]).toEqual(['model', expected]);
});

test('prices speech-to-text by the minute and text-to-speech by the character', () => {
  expect(micros('pipeline', ['a/free', 'deepgram', 'openai'])).toEqual([
    ['model', 0],
    ['transcriber', 7700],
    // 450 characters.
    ['synthesizer', 22_500],
  ]);
  expect(micros('pipeline', ['a/free', 'openai', 'flite'])).toEqual([
    ['model', 0],
    ['transcriber', null],
    ['synthesizer', 0],
  ]);
});

test('lists the parts of each mode, and has no sum when a price is unknown', () => {
  expect(micros('multimodal', ['a/free', null, null])).toEqual([['model', 0]]);
  expect(micros('dualplex', ['a/free', null, 'flite']).map(([part]) => part)).toEqual([
    'model',
    'synthesizer',
  ]);
  const cost = (perMinute: number | null) => ({ part: 'model' as const, provider: 'a/b', perMinute });
  expect(wholeCost([cost(0.25), cost(0.5)])).toBe(0.75);
  expect(wholeCost([cost(0.25), cost(null)])).toBeNull();
});
