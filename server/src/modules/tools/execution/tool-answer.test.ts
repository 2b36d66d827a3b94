import { expect, test } from 'vitest';
import { toolAnswer } from './execute-tool.ts';

const answer = (body: string | Buffer, type?: string, truncated = false) =>
  toolAnswer({
    status: 200,
    headers: type === undefined ? {} : { 'content-type': type },
    body: Buffer.from(body),
    truncated,
  });

test.each([
  ['{"a":[1,null]}', 'application/json', { a: [1, null] }],
  ['{"a":1}', 'text/plain', { a: 1 }],
  ['"quoted"', 'application/problem+json', 'quoted'],
  ['"quoted"', 'text/plain', '"quoted"'],
  ['{broken', 'application/json', '{broken'],
  ['plain', undefined, 'plain'],
  ['', 'application/json', ''],
  [Buffer.from('caf\xe9', 'latin1'), 'text/plain; charset=iso-8859-1', 'café'],
  [Buffer.from('caf\xe9', 'latin1'), 'text/plain; charset=nonsense', 'caf�'],
])('reads the body %j of type %s', (body, type, expected) => {
  expect(answer(body, type)).toEqual({ status: 200, body: expected });
});

test('reports the content type of a body that is not text', () => {
  expect(answer('\x89PNG', 'image/png')).toEqual({ status: 200, body: null, content_type: 'image/png' });
});

test('keeps the beginning of a long response as text and marks it as truncated', () => {
  expect(answer('{"a":', 'application/json', true)).toEqual({ status: 200, body: '{"a":', truncated: true });
});

test('keeps deeply nested data as text', () => {
  const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;
  expect(answer(nested(64), 'application/json').body).toEqual(JSON.parse(nested(64)));
  for (const levels of [66, 30_000]) {
    expect(answer(nested(levels), 'application/json').body).toBe(nested(levels));
  }
  const named = `${'{"a":'.repeat(70)}1${'}'.repeat(70)}`;
  expect(answer(named).body).toBe(named);
});
