import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ModelPrices, modelCallCost, modelPriceOf, parseModelPrices } from './model-prices.ts';

function pricesOf(text: string): ModelPrices {
  const result = parseModelPrices(text);
  if ('problem' in result) throw new Error(result.problem);
  return result.value;
}

const call = (modelId: string, inputTokens: number | null, outputTokens: number | null) => ({
  modelId,
  usage: { inputTokens, outputTokens },
});

describe('a table of model prices', () => {
  test('accepts model names with slashes, colons and dots', () => {
    const prices = pricesOf(' openai/gpt-4.1-mini = 0.4:1.6 , local/meta/llama3:8b=0:0.000001');
    expect([...prices]).toEqual([
      ['openai/gpt-4.1-mini', { inputMicros: 400_000, outputMicros: 1_600_000 }],
      ['local/meta/llama3:8b', { inputMicros: 0, outputMicros: 1 }],
    ]);
  });

  test.each([
    '',
    'gpt=1:2',
    'openai/gpt=1',
    'openai/gpt=1:',
    'openai/gpt=:1',
    'openai/gpt=-1:2',
    'openai/gpt=1:2:',
    'openai/gpt=1e3:2',
    'openai/gpt=0.0000001:1',
    'openai/gpt=1234567:1',
    'openai/gpt=1:2,',
    'openai/gpt=1:2,openai/gpt=3:4',
    'offline/extractive=1:2',
  ])('refuses %j', (text) => {
    expect(parseModelPrices(text)).toHaveProperty('problem');
  });
});

describe('the cost of a call', () => {
  const prices = pricesOf('a/priced=0.1:2.5,a/output-only=0:1');
  test.each([
    [call('a/priced', 1, 0), '0.100000'],
    [call('a/priced', 1_000_000, 1_000_000), '2600000.000000'],
    [call('a/priced', null, 5), null],
    [call('a/priced', 5, null), null],
    [call('a/priced', 1.5, 1), null],
    [call('a/output-only', null, 3), '3.000000'],
    [call('a/unknown', 1, 1), null],
    [call('offline/extractive', null, null), '0.000000'],
  ])('for %j is %s micros', (about, cost) => {
    expect(modelCallCost(prices, about)).toBe(cost);
  });

  test('is exact for any price and any number of tokens', () => {
    const part = fc.tuple(fc.integer({ min: 0, max: 10 ** 12 - 1 }), fc.integer({ min: 0, max: 10 ** 9 }));
    fc.assert(
      fc.property(part, part, ([inputMicros, inputTokens], [outputMicros, outputTokens]) => {
        const table = new Map([['a/b', { inputMicros, outputMicros }]]);
        const cost = modelCallCost(table, call('a/b', inputTokens, outputTokens)) ?? '';
        const exact = BigInt(inputMicros) * BigInt(inputTokens) + BigInt(outputMicros) * BigInt(outputTokens);
        expect(BigInt(cost.replace('.', ''))).toBe(exact);
      }),
    );
  });

  test('is unknown, not zero, for a model without a price', () => {
    expect(modelPriceOf(prices, 'a/unknown')).toBeNull();
  });
});
