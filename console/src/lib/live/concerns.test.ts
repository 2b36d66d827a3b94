import { expect, test } from 'vitest';
import { concerns } from './concerns.ts';

test.each([
  [{ queryKey: ['calls', 7] }, 'calls', true],
  [{ queryKey: ['calls', 7] }, 'leads', false],
  [{ queryKey: ['calls'], meta: { topics: ['balance'] } }, 'balance', true],
  [{ queryKey: ['calls'], meta: { topics: ['balance'] } }, 'leads', false],
  [{ queryKey: [], meta: { topics: 'balance' } }, 'balance', false],
])('%o is affected by %s: %s', (asked, topic, expected) => {
  expect(concerns(asked, topic)).toBe(expected);
});
