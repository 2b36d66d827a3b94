import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sharePlaces, type Wish } from './share-places.ts';

/** `wish('2/4', 9)`: campaign 4 of account 2 wants nine. */
function wish(name: string, wanted: number, live = 0): Wish {
  const [accountId = 0, campaignId = 0] = name.split('/').map(Number);
  return { accountId, accountLive: live, campaignId, live, wanted };
}

test.each([
  ['nobody wants any', 5, [], []],
  [
    'enough for all',
    10,
    [wish('1/1', 3), wish('2/2', 4)],
    [
      [1, 3],
      [2, 4],
    ],
  ],
  ['none', 0, [wish('1/1', 3)], []],
  ['fewer than none', -2, [wish('1/1', 3)], []],
  [
    'the small one gets all that it wants',
    10,
    [wish('1/1', 100_000), wish('2/2', 2)],
    [
      [1, 8],
      [2, 2],
    ],
  ],
  [
    'accounts share, not campaigns',
    8,
    [wish('1/1', 9), wish('1/2', 9), wish('1/3', 9), wish('2/4', 9)],
    [
      [1, 2],
      [2, 1],
      [3, 1],
      [4, 4],
    ],
  ],
  ['who has calls already comes later', 4, [wish('1/1', 9, 6), wish('2/2', 9, 2)], [[2, 4]]],
  [
    'and is caught up with',
    6,
    [wish('1/1', 9, 6), wish('2/2', 9, 2)],
    [
      [1, 1],
      [2, 5],
    ],
  ],
  [
    'calls of campaigns that want none count for their account',
    2,
    [{ ...wish('1/1', 1), accountLive: 9 }, wish('2/2', 9, 2)],
    [[2, 2]],
  ],
] as const)('%s', (_name, places, wishes, expected) => {
  expect([...sharePlaces(places, wishes, 0)].sort(([one], [other]) => one - other)).toEqual(expected);
});

test('one place goes to each in turn', () => {
  const wishes = [wish('1/1', 5), wish('2/2', 5), wish('3/3', 5)];
  const first = [0, 1, 2, 3].map((turn) => [...sharePlaces(1, wishes, turn).keys()]);
  expect(first).toEqual([[1], [2], [3], [1]]);
});

const someWishes = fc
  .record({
    wishes: fc.array(fc.record({ accountId: fc.nat(5), live: fc.nat(20), wanted: fc.nat(20) }), {
      maxLength: 20,
    }),
    /** By account: calls of campaigns that wish for none. */
    others: fc.array(fc.nat(30), { minLength: 6, maxLength: 6 }),
  })
  .map(({ wishes, others }) =>
    wishes.map((each, campaignId) => {
      const own = wishes.filter(({ accountId }) => accountId === each.accountId);
      const accountLive = own.reduce((sum, { live }) => sum + live, others[each.accountId] ?? 0);
      return { ...each, campaignId, accountLive };
    }),
  );

test('gives what there is, nobody more than wanted, and from nobody who has less', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 150 }), someWishes, fc.nat(1000), (places, wishes, turn) => {
      const shared = sharePlaces(places, wishes, turn);
      const granted = wishes.map(({ campaignId }) => shared.get(campaignId) ?? 0);
      const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
      expect(sum(granted)).toBe(Math.min(places, sum(wishes.map(({ wanted }) => wanted))));
      const accounts = [...new Set(wishes.map(({ accountId }) => accountId))].map((accountId) => {
        const own = wishes.flatMap((each, index) =>
          each.accountId === accountId ? [{ ...each, granted: granted[index] ?? 0 }] : [],
        );
        expectFair(own);
        const total = (key: 'wanted' | 'granted') => sum(own.map((each) => each[key]));
        return { live: own[0]?.accountLive ?? 0, wanted: total('wanted'), granted: total('granted') };
      });
      expectFair(accounts);
    }),
  );
});

/** Whoever still wants something has not more than one call less than anybody who was given one. */
function expectFair(shares: readonly { live: number; wanted: number; granted: number }[]): void {
  for (const poor of shares) {
    expect(poor.granted).toBeLessThanOrEqual(poor.wanted);
    if (poor.granted === poor.wanted) continue;
    for (const rich of shares) {
      if (rich.granted > 0) {
        expect(rich.live + rich.granted).toBeLessThanOrEqual(poor.live + poor.granted + 1);
      }
    }
  }
}
