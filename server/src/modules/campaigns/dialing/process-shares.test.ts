import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ProcessShares } from './process-shares.ts';

const campaign = { campaignId: 1, max: 10, active: 0, others: 0, wanted: 10, rank: 0 };

test.each([
  ['the only process', { processes: 1 }, 10],
  ['no process counted yet', { processes: 0 }, 10],
  ['an even share', { processes: 2 }, 5],
  ['the remainder for one process', { processes: 3, rank: 2 }, 4],
  ['the rest left to the others', { processes: 3, rank: 1 }, 3],
  ['the share less its live calls', { processes: 3, active: 2, wanted: 7 }, 1],
  ['no more than requested', { processes: 2, active: 2, wanted: 1 }, 1],
  ['nothing above its share', { processes: 2, active: 5, wanted: 5 }, 0],
  ['nothing above its share when it has more', { processes: 2, active: 8, wanted: 2 }, 0],
  ['a single slot', { processes: 3, max: 1, wanted: 1 }, 1],
])('limits the calls that a process begins (%s): with %o to %i', (_name, changes, begun) => {
  expect(new ProcessShares().of({ ...campaign, ...changes }, 0)).toBe(begun);
});

const active = { ...campaign, processes: 2, active: 5, wanted: 5 };
const left = { campaignId: 1, others: 0, rest: 5 };

test('takes over calls that the others did not begin, for increasing periods', () => {
  const shares = new ProcessShares();
  let nowMs = 0;
  for (const aloneMs of [10_000, 20_000, 40_000, 80_000, 120_000, 120_000]) {
    expect(shares.of(active, nowMs)).toBe(0);
    expect(shares.leave(left, nowMs)).toEqual({ untilMs: nowMs + 200, isNews: true });
    expect(shares.of(active, nowMs + 199)).toBe(0);
    expect(shares.leave(left, nowMs + 199)).toEqual({ untilMs: nowMs + 200, isNews: false });
    nowMs += 200;
    expect(shares.of(active, nowMs)).toBe(5);
    expect(shares.of({ ...active, active: 10, wanted: 1 }, nowMs + aloneMs - 1)).toBe(1);
    nowMs += aloneMs;
  }
});

test('gives the others a turn immediately when a process joins or leaves', () => {
  const shares = new ProcessShares();
  shares.leave(left, 0);
  expect(shares.of(active, 200)).toBe(5);
  expect(shares.of({ ...active, processes: 3 }, 201)).toBe(0);
});

test('gives the others another turn after they began some calls', () => {
  const shares = new ProcessShares();
  shares.leave(left, 0);
  expect(shares.of({ ...active, others: 1, wanted: 4 }, 200)).toBe(0);
  expect(shares.leave({ ...left, others: 1, rest: 4 }, 200)).toEqual({ untilMs: 400, isNews: true });
});

test.each([
  ['they were left more', { rest: 6 }, true],
  ['they began some, and slots became free', { others: 1 }, true],
  ['they were left the same amount', {}, false],
  ['they were left less', { rest: 1 }, false],
])('notifies the others again within their turn if %s (%o): %s', (_name, changes, isNews) => {
  const shares = new ProcessShares();
  shares.leave(left, 0);
  expect(shares.leave({ ...left, ...changes }, 50)).toEqual({ untilMs: 200, isNews });
  expect(shares.leave({ ...left, ...changes }, 100)).toEqual({ untilMs: 200, isNews: false });
});

test.each<[string, (shares: ProcessShares) => unknown]>([
  ['nothing is left', (shares) => shares.settled(1)],
  ['the process stays within its share', (shares) => shares.of({ ...active, active: 4, wanted: 1 }, 100)],
  ['the campaign stopped', (shares) => shares.forget(1)],
])('when %s, the others get a new turn next time', (_name, happen) => {
  const shares = new ProcessShares();
  shares.leave(left, 0);
  happen(shares);
  expect(shares.of(active, 200)).toBe(0);
  expect(shares.leave(left, 200)).toEqual({ untilMs: 400, isNews: true });
});

test('gives the others a turn for each campaign', () => {
  const shares = new ProcessShares();
  shares.leave(left, 0);
  expect(shares.of({ ...active, campaignId: 2 }, 200)).toBe(0);
});

test('even shares add up to all slots of the campaign', () => {
  const counts = fc.integer({ min: 1, max: 20 });
  fc.assert(
    fc.property(counts, fc.integer({ min: 20, max: 200 }), fc.nat(1000), (processes, max, campaignId) => {
      const shares = Array.from({ length: processes }, (_, rank) => {
        const about = { ...campaign, campaignId, max, wanted: max, processes, rank };
        return new ProcessShares().of(about, 0);
      });
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(max);
      expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1);
    }),
  );
});

test('distributes the remainders of several campaigns evenly over the processes', () => {
  const shares = [0, 1, 2, 3].map((rank) =>
    [1, 2, 3, 4]
      .map((campaignId) => new ProcessShares().of({ ...campaign, campaignId, processes: 4, rank }, 0))
      .reduce((sum, share) => sum + share, 0),
  );
  expect(shares).toEqual([10, 10, 10, 10]);
});
