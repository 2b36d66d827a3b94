import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ProcessShares } from './process-shares.ts';

const campaign = { campaignId: 1, most: 10, held: 0, wanted: 10 };

test.each([
  ['alone it begins all', { processes: 1 }, 10],
  ['nobody counted, as this process has just come', { processes: 0 }, 10],
  ['an even share', { processes: 2 }, 5],
  ['rounded up: no place stays empty', { processes: 3 }, 4],
  ['less what it has', { processes: 3, held: 3, wanted: 7 }, 1],
  ['no more than it may', { processes: 2, held: 2, wanted: 1 }, 1],
  ['nothing above its share', { processes: 2, held: 5, wanted: 5 }, 0],
  ['nothing where it has more than its share', { processes: 2, held: 8, wanted: 2 }, 0],
  ['the only place there is', { processes: 3, most: 1, wanted: 1 }, 1],
])('%s: %o begins %i', (_name, changes, begun) => {
  expect(new ProcessShares().of({ ...campaign, ...changes, processes: changes.processes }, 0)).toBe(begun);
});

const held = { ...campaign, processes: 2, held: 5, wanted: 5 };

test('what others do not take in their turn is taken, and for a while nothing more is left to them', () => {
  const shares = new ProcessShares();
  expect(shares.of(held, 0)).toBe(0);
  expect(shares.leave(1, 0)).toEqual({ untilMs: 200, isNew: true });
  expect(shares.of(held, 199)).toBe(0);
  expect(shares.leave(1, 199)).toEqual({ untilMs: 200, isNew: false });
  expect(shares.of(held, 200)).toBe(5);
  expect(shares.of({ ...held, held: 10, wanted: 1 }, 10_199)).toBe(1);
  expect(shares.of(held, 10_200)).toBe(0);
  expect(shares.leave(1, 10_200)).toEqual({ untilMs: 10_400, isNew: true });
});

test.each<[string, (shares: ProcessShares) => unknown]>([
  ['nothing is left any more', (shares) => shares.settled(1)],
  ['all is its own share', (shares) => shares.of({ ...held, held: 4, wanted: 1 }, 100)],
  ['the campaign runs no more', (shares) => shares.forget(1)],
])('where %s the others have a turn of their own next time', (_name, happen) => {
  const shares = new ProcessShares();
  shares.leave(1, 0);
  happen(shares);
  expect(shares.of(held, 200)).toBe(0);
  expect(shares.leave(1, 200)).toEqual({ untilMs: 400, isNew: true });
});

test('campaigns have turns of their own', () => {
  const shares = new ProcessShares();
  shares.leave(1, 0);
  expect(shares.of({ ...held, campaignId: 2 }, 200)).toBe(0);
});

test('processes that all take their share leave no place empty', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 200 }), (processes, most) => {
      let live = 0;
      for (let one = 0; one < processes; one += 1) {
        live += new ProcessShares().of({ campaignId: 1, most, held: 0, wanted: most - live, processes }, 0);
      }
      expect(live).toBe(most);
    }),
  );
});
