import { expect, test } from 'vitest';
import { furtherWays } from './further.ts';

const some = (kind: 'call' | 'conversation' | 'lead', count: number) =>
  Array.from({ length: count }, (_, index) => ({
    kind,
    id: String(index),
    name: '',
    detail: '',
    parent_id: null,
    at: null,
  }));

test('links only to lists that may have more results', () => {
  expect(furtherWays([...some('call', 4), ...some('lead', 5)], '0721')).toEqual([]);
  const [calls, ...others] = furtherWays(some('call', 5), '0721 000-001');
  expect(calls).toMatchObject({ kind: 'call', href: '/calls?phone_number=%22721000001%22' });
  expect(others).toEqual([]);
});

test('encodes typed text so that the router parses it as a string', () => {
  const [way] = furtherWays(some('conversation', 5), 'true & "so"');
  const asked = new URL(way?.href ?? '', 'http://console').searchParams.get('customer') ?? '';
  expect(JSON.parse(asked)).toBe('true & "so"');
});
