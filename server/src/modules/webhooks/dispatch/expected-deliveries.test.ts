import { beforeEach, expect, test } from 'vitest';
import { type ManualClock, manualClock } from '../../../../test/kit/clocks.ts';
import { ExpectedDeliveries } from './expected-deliveries.ts';
import type { ClaimedDelivery } from './queue.ts';

let clock: ManualClock;
let expected: ExpectedDeliveries;
let adopted: [string, boolean][];

beforeEach(() => {
  clock = manualClock();
  expected = new ExpectedDeliveries(clock);
  adopted = [];
  expected.setDispatcher({
    processId: 'own',
    adopt: ({ id }, isExpected) => void adopted.push([id, isExpected]),
  });
});

const to = (id: string, url = 'https://one.example/') => ({ id, url });
const delivery = (id: string): ClaimedDelivery => ({
  id,
  userId: 1,
  endpointId: 1,
  url: 'https://one.example/',
  event: 'call.ended',
  payload: '{}',
  attemptCount: 0,
  retryCount: 0,
  currentSecretId: null,
  sealedHeaders: null,
});

test('lets an announced delivery arrive only once', () => {
  expect(expected.announce(to('a'))).toBe('own');
  expect(expected.ids()).toEqual(['a']);
  for (const id of ['a', 'a', 'never announced']) expected.adopt(delivery(id));
  expect(adopted).toEqual([
    ['a', true],
    ['a', false],
    ['never announced', false],
  ]);
});

test('announces nothing without a dispatcher', () => {
  expected.setDispatcher(null);
  expect(expected.announce(to('a'))).toBe(null);
  expected.adopt(delivery('a'));
  expect(adopted).toEqual([]);
});

test('expects at most 64 deliveries', () => {
  const taken = Array.from({ length: 70 }, (_, index) => expected.announce(to(`${index}`)));
  expect(taken.filter((processId) => processId !== null)).toHaveLength(64);
  expected.dismiss('3');
  expect(expected.announce(to('more'))).toBe('own');
});

test('pauses the fast path to a URL for 10 s without affecting other URLs', () => {
  expected.pause('https://one.example/');
  clock.advance(9999);
  expect(expected.announce(to('a'))).toBe(null);
  expect(expected.announce(to('b', 'https://two.example/'))).toBe('own');
  clock.advance(1);
  expect(expected.announce(to('a'))).toBe('own');
});

test('abandons deliveries that were announced a minute ago', () => {
  expected.announce(to('old'));
  clock.advance(1);
  expected.announce(to('young'));
  clock.advance(59_998);
  expect(expected.giveUpOld()).toBe(false);
  clock.advance(1);
  expect(expected.giveUpOld()).toBe(true);
  expect(expected.ids()).toEqual(['young']);
  expected.adopt(delivery('old'));
  expect(adopted).toEqual([['old', false]]);
});
