import { expect, test } from 'vitest';
import { ExpectedDeliveries } from './expected-deliveries.ts';

const to = (id: string, url = 'https://one.example/') => ({ id, url });

test('lets an announced delivery arrive only once', () => {
  const expected = new ExpectedDeliveries();
  expect(expected.announce(to('a'), 0)).toBe(true);
  expect(expected.ids()).toEqual(['a']);
  expect(expected.arrive('a')).toBe(true);
  expect(expected.arrive('a')).toBe(false);
  expect(expected.arrive('never announced')).toBe(false);
});

test('expects at most 64 deliveries', () => {
  const expected = new ExpectedDeliveries();
  const taken = Array.from({ length: 70 }, (_, index) => expected.announce(to(`${index}`), 0));
  expect(taken.filter(Boolean)).toHaveLength(64);
  expected.arrive('3');
  expect(expected.announce(to('more'), 0)).toBe(true);
});

test('pauses the fast path to a URL for 10 s without affecting other URLs', () => {
  const expected = new ExpectedDeliveries();
  expected.pause('https://one.example/', 5000);
  expect(expected.announce(to('a'), 14_999)).toBe(false);
  expect(expected.announce(to('b', 'https://two.example/'), 5000)).toBe(true);
  expect(expected.announce(to('a'), 15_000)).toBe(true);
});

test('abandons deliveries that were announced a minute ago', () => {
  const expected = new ExpectedDeliveries();
  expected.announce(to('old'), 0);
  expected.announce(to('young'), 1);
  expect(expected.giveUpOld(59_999)).toBe(false);
  expect(expected.giveUpOld(60_000)).toBe(true);
  expect(expected.ids()).toEqual(['young']);
  expect(expected.arrive('old')).toBe(false);
});
