import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  filledHeaders,
  foundValues,
  offeredNames,
  parametersSchema,
  planCall,
  withDummies,
} from './rules.ts';

const shop = 'https://shop.example/orders';

test.each([
  [{ token: 'own' }, { token: 'sent' }, 'own'],
  [{ Token: 'own' }, { token: 'sent' }, 'own'],
  [{ token: 'own' }, { ' TO_KEN': 'sent' }, 'own'],
  [{ other: 'own' }, { token: 'sent' }, 'sent'],
  [{ token: '' }, { token: 'sent' }, 'sent'],
  [{ token: null }, { token: 'sent' }, 'sent'],
])('of own variables %j and sent ones %j, a request has %j', (own, sent, value) => {
  const headers = [{ name: 'x-token', value: '{{token}}' }];
  const values = { ...sent, ...foundValues(['{{token}}'], own) };
  expect(filledHeaders(headers, values)).toEqual([{ name: 'x-token', value }]);
});

test.each([{ 'user.token': 'sent' }, { user: { token: 'sent' } }, { User: { Token: 'sent' } }])(
  'a nested own variable is not replaced by %j',
  (sent) => {
    const texts = ['https://shop.example/{{user.token}}'];
    const values = { ...sent, ...foundValues(texts, { user: { token: 'own' } }) };
    expect(planCall({ endpoint: texts[0] ?? '', method: 'GET' }, {}, values)).toMatchObject({
      url: 'https://shop.example/own',
    });
  },
);

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
    expect(planCall({ endpoint, method }, values, {})).toEqual({ url, body });
  });

  test.each(['', '.', '..'])('rejects "%s" as a path segment', (id) => {
    const plan = planCall({ endpoint: `${shop}/{id}/items`, method: 'GET' }, { id }, {});
    expect(plan).toEqual({
      problem: '{id} must be a value that can be part of a URL.',
      parameters: ['id'],
      variables: [],
    });
    expect(planCall({ endpoint: `${shop}?id={id}`, method: 'GET' }, { id }, {})).toHaveProperty('url');
  });

  test.each([
    ['{{Oraș}}/orders', { Oraș: 'Cluj Napoca/1' }, 'Cluj%20Napoca%2F1/orders'],
    [
      '{{oraș}}?phone={{customer_phone}}',
      { Oraș: 'Iași', customer_phone: '+40721' },
      'Ia%C8%99i?phone=%2B40721',
    ],
    ['orders?a={{none}},&b={{user.id}}', { user: { id: 7 } }, 'orders?a=,&b=7'],
    ['{{a/b?c#d|x/y?z#}}', {}, 'x%2Fy%3Fz%23'],
    ['{{shop}}/{id}', { shop: '{id}' }, '%7Bid%7D/9'],
  ])('fills in the variables of %s', (path, variables, filled) => {
    const plan = planCall({ endpoint: `https://x.example/${path}`, method: 'POST' }, { id: 9 }, variables);
    expect(plan).toHaveProperty('url', `https://x.example/${filled}`);
  });

  test('names the variable that leaves a path segment empty', () => {
    expect(planCall({ endpoint: `${shop}/{{tenant}}{id}/x`, method: 'GET' }, { id: '' }, {})).toEqual({
      problem: '{{tenant}}{id} must be a value that can be part of a URL.',
      parameters: ['id'],
      variables: ['tenant'],
    });
  });

  test('keeps the host and the path structure for any values', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), fc.boolean(), (id, note, isVariable) => {
        const values = { id, note };
        // A blank text counts as no value of a variable.
        fc.pre(!isVariable || (id.trim() === id && note.trim() === note));
        const endpoint = isVariable ? `${shop}/{{id}}/items?note={{note}}` : `${shop}/{id}/items?note={note}`;
        const tool = { endpoint, method: 'GET' as const };
        const plan = isVariable ? planCall(tool, {}, values) : planCall(tool, values, {});
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

test.each([
  ['Bearer {{token}}', { token: 'abc' }, 'Bearer abc'],
  ['{{tenant}}', { tenant: 'Acme\r\nx-admin: 1' }, 'Acmex-admin: 1'],
  ['{{city}}, {{none|RO}}', { city: 'Iași é' }, 'Ia%C8%99i %C3%A9, RO'],
  ['{{none}}', {}, null],
  ['é {literal}', {}, 'é {literal}'],
])('sends the header %j with %j as %j', (template, variables, value) => {
  const headers = filledHeaders([{ name: 'x-tenant', value: template }], variables);
  expect(headers).toEqual(value === null ? [] : [{ name: 'x-tenant', value }]);
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
