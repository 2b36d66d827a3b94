import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { offeredNames, parametersSchema, planCall, withDummies } from './rules.ts';

const shop = 'https://shop.example/orders';

describe('planCall', () => {
  test.each([
    { method: 'GET', endpoint: shop, values: { id: 'A 1&b' }, url: `${shop}?id=A%201%26b`, body: null },
    {
      method: 'DELETE',
      endpoint: `${shop}/{id}`,
      values: { id: 'A/1', force: true },
      url: `${shop}/A%2F1?force=true`,
      body: null,
    },
    {
      method: 'GET',
      endpoint: `${shop}?key=1&q={text}`,
      values: { text: 'a&b=c#d', limit: 2 },
      url: `${shop}?key=1&q=a%26b%3Dc%23d&limit=2`,
      body: null,
    },
    {
      method: 'POST',
      endpoint: `${shop}/{id}?dry=1`,
      values: { id: 7, note: 'x' },
      url: `${shop}/7?dry=1`,
      body: { note: 'x' },
    },
    { method: 'PUT', endpoint: `${shop}/{id}`, values: { id: 7 }, url: `${shop}/7`, body: {} },
    { method: 'PATCH', endpoint: `${shop}#top`, values: { note: 'x' }, url: shop, body: { note: 'x' } },
    { method: 'GET', endpoint: `${shop}/{other}`, values: {}, url: `${shop}/{other}`, body: null },
    {
      method: 'GET',
      endpoint: `${shop}/{id}/{id}.json`,
      values: { id: 'ü' },
      url: `${shop}/%C3%BC/%C3%BC.json`,
      body: null,
    },
  ] as const)('builds $method $endpoint with $values', ({ method, endpoint, values, url, body }) => {
    expect(planCall({ endpoint, method }, values)).toEqual({ url, body });
  });

  test.each(['', '.', '..'])('rejects "%s" as a path segment', (id) => {
    const plan = planCall({ endpoint: `${shop}/{id}/items`, method: 'GET' }, { id });
    expect(plan).toEqual({ problem: '{id} must be a value that can be part of a URL.', parameters: ['id'] });
    expect(planCall({ endpoint: `${shop}?id={id}`, method: 'GET' }, { id })).toHaveProperty('url');
  });

  test('keeps the host and the path structure for any values', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (id, note) => {
        const endpoint = `${shop}/{id}/items?note={note}`;
        const plan = planCall({ endpoint, method: 'GET' }, { id, note });
        if ('problem' in plan) return;
        const url = new URL(plan.url);
        expect(url.origin).toBe('https://shop.example');
        const [, orders, place, items, ...rest] = url.pathname.split('/');
        expect([orders, decodeURIComponent(place ?? ''), items, rest]).toEqual(['orders', id, 'items', []]);
        expect([...url.searchParams]).toEqual([['note', note]]);
      }),
    );
  });
});

const parameters = [
  { name: 'order_id', type: 'string' as const, description: 'Which order' },
  { name: 'amount', type: 'number' as const, description: 'How much' },
  { name: 'is_gift', type: 'boolean' as const, description: 'Whether it is a gift' },
];

test('requires every parameter', () => {
  expect(parametersSchema(parameters.slice(0, 1))).toEqual({
    type: 'object',
    properties: { order_id: { type: 'string', description: 'Which order' } },
    required: ['order_id'],
    additionalProperties: false,
  });
});

test('fills missing values with dummies', () => {
  expect(withDummies(parameters, { amount: 0, order_id: null })).toEqual({
    order_id: 'test',
    amount: 0,
    is_gift: true,
  });
});

test('does not use inherited object members as values', () => {
  const named = ['constructor', 'toString'].map((name) => ({
    name,
    type: 'string' as const,
    description: 'x',
  }));
  expect(withDummies(named, {})).toEqual({ constructor: 'test', toString: 'test' });
});

test('gives tools unique names and avoids reserved ones', () => {
  expect(offeredNames(['look_up', 'search', 'look_up', 'look_up'], ['search'])).toEqual([
    'look_up',
    'search_2',
    'look_up_2',
    'look_up_3',
  ]);
  const long = 'a'.repeat(64);
  expect(offeredNames([long, long], [])).toEqual([long, `${'a'.repeat(62)}_2`]);
});
