import { expect, test } from 'vitest';
import { balanceWords, costWords, firstCallWords } from './start-words.ts';

const NOW = Date.parse('2026-12-05T10:00:00Z');
const cost = {
  per_minute: 0.1,
  minutes_per_call: 2.5,
  answered_percent: 25,
  based_on_calls: 40,
  total: 12.5,
};

test.each([
  ['2026-12-05T10:00:30.000000Z', /^Now$/],
  // The order of day and month depends on the locale.
  ['2026-12-07T07:00:00.000000Z', /^Mon\b.*\b7\b.*\b09:00\b.* \(Europe\/Bucharest\)$/],
  [null, /^Never: no lead can be called$/],
])('says when the first call begins: %s', (first_call_at, words) => {
  expect(firstCallWords({ first_call_at }, 'Europe/Bucharest', NOW)).toMatch(words);
});

test('explains an estimate from past calls, one without, and free calls', () => {
  expect(costWords({ cost })).toBe('About $12.50 ($0.10 per minute, 2.5 minutes per call, 25% answered)');
  expect(costWords({ cost: { ...cost, based_on_calls: 0 } })).toBe(
    'About $12.50 ($0.10 per minute, if everyone talks for one minute)',
  );
  expect(costWords({ cost: { ...cost, per_minute: 0 } })).toBe('Free');
});

test('says for how many calls the balance lasts', () => {
  expect(balanceWords({ balance: 99, covered_calls: 990 })).toBe(
    '$99.00, enough for about 990 answered calls',
  );
  expect(balanceWords({ balance: 0.1, covered_calls: 1 })).toBe('$0.10, enough for about 1 answered call');
  expect(balanceWords({ balance: 5, covered_calls: null })).toBe('$5.00');
});
