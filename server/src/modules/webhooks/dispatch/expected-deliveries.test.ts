import { expect, test } from 'vitest';
import { ExpectedDeliveries } from './expected-deliveries.ts';

test('arrives once', () => {
  const expected = new ExpectedDeliveries();
  expect(expected.announce('a', 0)).toBe(true);
  expect(expected.ids()).toEqual(['a']);
  expect(expected.arrive('a')).toBe(true);
  expect(expected.arrive('a')).toBe(false);
  expect(expected.arrive('never announced')).toBe(false);
});

test('no more than 64 at a time', () => {
  const expected = new ExpectedDeliveries();
  const taken = Array.from({ length: 70 }, (_, index) => expected.announce(`${index}`, 0));
  expect(taken.filter(Boolean)).toHaveLength(64);
  expected.arrive('3');
  expect(expected.announce('more', 0)).toBe(true);
});

test('none for a second after one had no place', () => {
  const expected = new ExpectedDeliveries();
  expected.pause(5000);
  expect(expected.announce('a', 5999)).toBe(false);
  expect(expected.announce('a', 6000)).toBe(true);
});

test('what was announced a minute ago is given up', () => {
  const expected = new ExpectedDeliveries();
  expected.announce('old', 0);
  expected.announce('young', 1);
  expect(expected.giveUpOld(59_999)).toBe(false);
  expect(expected.giveUpOld(60_000)).toBe(true);
  expect(expected.ids()).toEqual(['young']);
  expect(expected.arrive('old')).toBe(false);
});
