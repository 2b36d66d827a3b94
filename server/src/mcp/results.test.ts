import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineRoute, type Route } from '../http/route.ts';
import { apiTools, toRequest } from './api-tool.ts';
import { boundedAnswer } from './bounded-answer.ts';
import { readableText } from './readable-text.ts';

describe('readable text', () => {
  it.each<[string, unknown, string]>([
    ['a sentence', 'Done.', 'Done.'],
    ['nothing', null, '(nothing)'],
    [
      'members, without null',
      { id: 1, name: 'Ana', note: null, is_on: false },
      'id: 1\nname: Ana\nis_on: false',
    ],
    ['short lists', { ids: [1, 2], words: ['a', 'b'], none: [] }, 'ids: 1, 2\nwords: a, b\nnone: (none)'],
    ['lists of objects', [{ id: 1, at: { day: 2 } }, {}], '- id: 1\n  at:\n    day: 2\n- (nothing)'],
    ['texts with lines', { prompt: 'One\nTwo' }, 'prompt:\n  One\n  Two'],
  ])('shows %s', (_name, value, expected) => {
    expect(readableText(value)).toBe(expected);
  });
});

describe('a bounded answer', () => {
  it('is unchanged if it fits', () => {
    const value = { data: ['a'] };
    expect(boundedAnswer(value)).toEqual({ value, cuts: [] });
  });

  it('has long texts and lists cut until it fits', () => {
    const value = { data: Array.from({ length: 300 }, (_, id) => ({ id, text: 'x'.repeat(1000) })) };
    const { value: shorter, cuts } = boundedAnswer(value, 60_000);
    expect(JSON.stringify(shorter).length).toBeLessThanOrEqual(60_000);
    expect(cuts[0]).toBe('data: only the first 50 of 300 items.');
  });

  it('is empty if nothing helps', () => {
    const value = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`key ${index}`, index]));
    expect(boundedAnswer(value, 10_000)).toEqual({ value: {}, cuts: ['The answer is too long to show.'] });
  });
});

describe('the request of a tool call', () => {
  const [tool] = apiTools([searchRoute()]);
  if (tool === undefined) throw new Error('The route has no tool.');

  it('puts arguments into the path and the body', () => {
    expect(toRequest(tool, { id: 'a/b', query: 'x y', limit: null, idempotency_key: 'k' })).toEqual({
      method: 'POST',
      path: '/user/knowledgebases/a%2Fb/search',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'k' },
      body: '{"query":"x y"}',
    });
  });
});

/** A route that is exposed as a tool, with all kinds of arguments. */
function searchRoute(): Route {
  return defineRoute({
    method: 'POST',
    path: '/user/knowledgebases/:id/search',
    operationId: 'knowledgebases.search',
    tag: 'Knowledge',
    summary: 'Search',
    access: 'account',
    errors: 'error',
    params: z.object({ id: z.string() }),
    query: z.object({ limit: z.int().nullish() }),
    body: z.object({ query: z.string() }),
    success: { status: 200, schema: z.unknown() },
    isIdempotent: true,
    handle: () => Promise.resolve({}),
  });
}
