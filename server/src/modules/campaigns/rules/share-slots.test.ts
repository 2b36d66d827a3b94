import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type SlotRequest, shareSlots } from './share-slots.ts';

/** `request('2/4', 9)`: campaign 4 of account 2 requests nine. */
function request(name: string, wanted: number, live = 0): SlotRequest {
  const [accountId = 0, campaignId = 0] = name.split('/').map(Number);
  return { accountId, accountLive: live, campaignId, live, wanted };
}

test.each([
  ['no requests', 5, [], []],
  [
    'enough for all',
    10,
    [request('1/1', 3), request('2/2', 4)],
    [
      [1, 3],
      [2, 4],
    ],
  ],
  ['no slots', 0, [request('1/1', 3)], []],
  ['negative slots', -2, [request('1/1', 3)], []],
  [
    'a small request is granted completely',
    10,
    [request('1/1', 100_000), request('2/2', 2)],
    [
      [1, 8],
      [2, 2],
    ],
  ],
  [
    'accounts share before campaigns',
    8,
    [request('1/1', 9), request('1/2', 9), request('1/3', 9), request('2/4', 9)],
    [
      [1, 2],
      [2, 1],
      [3, 1],
      [4, 4],
    ],
  ],
  ['live calls lower the priority', 4, [request('1/1', 9, 6), request('2/2', 9, 2)], [[2, 4]]],
  [
    'a campaign with more live calls waits until others have as many',
    6,
    [request('1/1', 9, 6), request('2/2', 9, 2)],
    [
      [1, 1],
      [2, 5],
    ],
  ],
  [
    'calls of campaigns without requests count for their account',
    2,
    [{ ...request('1/1', 1), accountLive: 9 }, request('2/2', 9, 2)],
    [[2, 2]],
  ],
] as const)('shares slots: %s', (_name, slots, requests, expected) => {
  expect([...shareSlots(slots, requests, 0)].sort(([one], [other]) => one - other)).toEqual(expected);
});

test('a single slot rotates between accounts', () => {
  const requests = [request('1/1', 5), request('2/2', 5), request('3/3', 5)];
  const first = [0, 1, 2, 3].map((turn) => [...shareSlots(1, requests, turn).keys()]);
  expect(first).toEqual([[1], [2], [3], [1]]);
});

const someRequests = fc
  .record({
    requests: fc.array(fc.record({ accountId: fc.nat(5), live: fc.nat(20), wanted: fc.nat(20) }), {
      maxLength: 20,
    }),
    /** Live calls of campaigns without requests, by account. */
    others: fc.array(fc.nat(30), { minLength: 6, maxLength: 6 }),
  })
  .map(({ requests, others }) =>
    requests.map((each, campaignId) => {
      const own = requests.filter(({ accountId }) => accountId === each.accountId);
      const accountLive = own.reduce((sum, { live }) => sum + live, others[each.accountId] ?? 0);
      return { ...each, campaignId, accountLive };
    }),
  );

test('grants all slots, no more than requested, by max-min fairness', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 150 }), someRequests, fc.nat(1000), (slots, requests, turn) => {
      const shared = shareSlots(slots, requests, turn);
      const granted = requests.map(({ campaignId }) => shared.get(campaignId) ?? 0);
      const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
      expect(sum(granted)).toBe(Math.min(slots, sum(requests.map(({ wanted }) => wanted))));
      const accounts = [...new Set(requests.map(({ accountId }) => accountId))].map((accountId) => {
        const own = requests.flatMap((each, index) =>
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

/** An unsatisfied requester has at most one call fewer than any requester that was granted a slot. */
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
