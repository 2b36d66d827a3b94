import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DueInstants } from './due-instants.ts';

const step = fc.oneof(
  fc.record({ type: fc.constant('set' as const), id: fc.integer({ min: 0, max: 9 }), atMs: fc.nat(100) }),
  fc.record({ type: fc.constant('delete' as const), id: fc.integer({ min: 0, max: 9 }) }),
  fc.record({ type: fc.constant('take' as const), nowMs: fc.nat(100) }),
);

test('returns due ids like a sorted table for any sequence of operations', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 400 }), (steps) => {
      const instants = new DueInstants();
      const table = new Map<number, number>();
      for (const one of steps) {
        if (one.type === 'set') {
          instants.set(one.id, one.atMs);
          table.set(one.id, one.atMs);
        } else if (one.type === 'delete') {
          instants.delete(one.id);
          table.delete(one.id);
        } else {
          const due = [...table].filter(([, atMs]) => atMs <= one.nowMs).map(([id]) => id);
          const instantsOf = (ids: readonly number[]) => ids.map((id) => table.get(id));
          const taken = instants.takeDue(one.nowMs);
          expect([...taken].sort()).toEqual(due.sort());
          expect(instantsOf(taken)).toEqual([...instantsOf(taken)].sort((a, b) => (a ?? 0) - (b ?? 0)));
          for (const id of due) table.delete(id);
        }
        expect(instants.firstMs).toBe(table.size === 0 ? null : Math.min(...table.values()));
      }
    }),
  );
});
