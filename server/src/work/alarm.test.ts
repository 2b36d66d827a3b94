import fc from 'fast-check';
import { expect, test } from 'vitest';
import { manualClock } from '../../test/kit/clocks.ts';
import { Alarm } from './alarm.ts';

const start = new Date('2026-03-01T12:00:00Z');
const at = (afterMs: number): number => start.getTime() + afterMs;
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const step = fc.oneof(
  fc.record({ type: fc.constant('set' as const), key: fc.integer({ min: 0, max: 9 }), inMs: fc.nat(100) }),
  fc.record({ type: fc.constant('delete' as const), key: fc.integer({ min: 0, max: 9 }) }),
  fc.record({ type: fc.constant('advance' as const), byMs: fc.nat(50) }),
);

test('reports due keys like a sorted table for any sequence of operations', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 200 }), async (steps) => {
      const clock = manualClock(start);
      const reported: number[] = [];
      const alarm = new Alarm<number>({ clock, onDue: (keys) => void reported.push(...keys) });
      const table = new Map<number, number>();
      for (const one of steps) {
        if (one.type === 'set') {
          const atMs = clock.now().getTime() + one.inMs;
          alarm.set(one.key, atMs);
          table.set(one.key, atMs);
        } else if (one.type === 'delete') {
          alarm.delete(one.key);
          table.delete(one.key);
        } else clock.advance(one.byMs);
        const instants = new Map(table);
        await settled();
        const nowMs = clock.now().getTime();
        const due = [...table].filter(([, atMs]) => atMs <= nowMs).map(([key]) => key);
        expect([...reported].sort()).toEqual(due.sort());
        const order = reported.map((key) => instants.get(key) ?? 0);
        expect(order).toEqual([...order].sort((one, other) => one - other));
        for (const key of reported.splice(0)) table.delete(key);
      }
      alarm.stop();
      expect(clock.sleeping()).toBe(0);
    }),
    { numRuns: 50 },
  );
});

test('sleeps again when a timer fires early', async () => {
  const clock = manualClock(start);
  const reported: (readonly number[])[] = [];
  const hasty = { ...clock, sleep: (delayMs: number) => clock.sleep(delayMs / 2) };
  const alarm = new Alarm<number>({ clock: hasty, onDue: (keys) => void reported.push(keys) });
  alarm.set(1, at(100));
  clock.advance(50);
  await settled();
  expect(reported).toEqual([]);
  for (let nowMs = 50; nowMs < 110; nowMs += 1) {
    clock.advance(1);
    await settled();
  }
  expect(reported).toEqual([[1]]);
});
