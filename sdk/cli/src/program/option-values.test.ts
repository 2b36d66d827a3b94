import { expect, test } from 'vitest';
import { normalizeUrl } from '../account/connection.ts';
import { sinceOf } from '../logs/logs.ts';
import { format } from '../terminal/table.ts';
import { sampleOf } from '../webhooks/sample.ts';
import { UsageError } from './failures.ts';
import { pairs } from './option-values.ts';

test.each([
  ['parley.example', 'http://parley.example'],
  ['https://parley.example/api/', 'https://parley.example'],
  ['https://example.com/parley/', 'https://example.com/parley'],
])('the server %s is %s', (typed, url) => expect(normalizeUrl(typed)).toBe(url));

test.each([
  [['name=Ada', 'guests=4', 'vip=true', 'note=a=b'], { name: 'Ada', guests: 4, vip: true, note: 'a=b' }],
  [['list=["a"]', 'empty='], { list: ['a'], empty: '' }],
])('%j are fields', (texts, fields) => expect(pairs(texts, '--set')).toEqual(fields));

test('a field without a value is a usage error', () => {
  expect(() => pairs(['name'], '--set')).toThrow(UsageError);
});

test.each([
  ['30m', '2026-03-01T11:30:00.000Z'],
  ['2d', '2026-02-27T12:00:00.000Z'],
  ['2026-03-01', '2026-03-01T00:00:00.000Z'],
])('--since %s begins at %s', (text, time) => {
  expect(sinceOf(text, Date.parse('2026-03-01T12:00:00Z'))).toBe(time);
});

test('a table cuts its last column in a terminal only', () => {
  const columns = [
    { title: 'id', text: ({ id }: { id: number; text: string }) => String(id) },
    { title: 'text', text: ({ text }: { id: number; text: string }) => text },
  ];
  const rows = [{ id: 10, text: `a\nb ${'x'.repeat(30)}` }];
  expect(format(rows, columns, null)).toEqual(['ID  TEXT', `10  a b ${'x'.repeat(30)}`]);
  expect(format(rows, columns, 24)[1]).toBe(`10  a b ${'x'.repeat(15)}…`);
});

test('a sample follows references and takes the first choice', () => {
  const document = {
    components: { schemas: { Call: { type: 'object', properties: { id: { type: 'integer' } } } } },
  };
  const schema = {
    type: 'object',
    properties: {
      type: { const: 'call.ended' },
      call: { $ref: '#/components/schemas/Call' },
      note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      tags: { type: 'array', items: { type: 'string' } },
    },
  };
  expect(sampleOf(schema, document)).toEqual({
    type: 'call.ended',
    call: { id: 1 },
    note: 'sample',
    tags: [],
  });
});
