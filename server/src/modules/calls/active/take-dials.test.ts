import { expect, test } from 'vitest';
import { systemClock } from '../../../core/clock.ts';
import { ActiveCalls } from './active-calls.ts';
import { takeDials } from './call-poller.ts';
import { PlannedSlots } from './planned-slots.ts';

/** A database whose queries wait until `answer` is called. */
function askedDatabase() {
  const waiting: ((rows: unknown[]) => void)[] = [];
  let count = 0;
  let given: readonly unknown[] = [];
  return {
    query: <Row>(_sql: string, values: readonly unknown[] = []): Promise<Row[]> =>
      new Promise((resolve) => {
        count += 1;
        given = values;
        waiting.push((rows) => resolve(rows.map((row) => Object(row))));
      }),
    asked: () => count,
    values: () => given,
    answer: async (rows: unknown[]): Promise<void> => {
      waiting.shift()?.(rows);
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

const dials: number[] = [];
const dial = async ({ id }: { id: number }): Promise<void> => {
  dials.push(id);
  await new Promise(() => undefined);
};

test('reserves no slots while nothing waits to be dialed', async () => {
  const calls = new ActiveCalls(3);
  const database = askedDatabase();
  const planned = new PlannedSlots(calls, 2);
  const taking = takeDials({ database, processId: 'p', calls, planned, clock: systemClock }, dial);
  expect(calls.reserve(3)).toBe(3);
  calls.release(3);
  await database.answer([{ waiting: 0, due: [] }]);
  await taking;
  expect([database.asked(), dials]).toEqual([1, []]);
});

test('reserves a slot per waiting call and releases the slots of calls that others claimed', async () => {
  const calls = new ActiveCalls(5);
  const database = askedDatabase();
  const planned = new PlannedSlots(calls, 4);
  const taking = takeDials({ database, processId: 'p', calls, planned, clock: systemClock }, dial);
  await database.answer([{ waiting: 2, due: [] }]);
  expect(calls.reserve(5)).toBe(3);
  calls.release(3);
  await database.answer([{ id: 7 }]);
  await taking;
  expect([dials, calls.ids, calls.reserve(5)]).toEqual([[7], [7], 4]);
});

test('scheduled calls use the slots of campaigns, in equal shares for accounts', async () => {
  const calls = new ActiveCalls(8);
  const database = askedDatabase();
  const planned = new PlannedSlots(calls, 5);
  expect(planned.reserve(1)).toBe(1);
  const taking = takeDials({ database, processId: 'p', calls, planned, clock: systemClock }, dial);
  const due = [
    { userId: 1, live: 0, wanted: 100 },
    { userId: 2, live: 0, wanted: 1 },
    { userId: 3, live: 4, wanted: 100 },
  ];
  await database.answer([{ waiting: 0, due }]);
  expect(database.values()).toContain(
    JSON.stringify([
      { userId: 1, slots: 3 },
      { userId: 2, slots: 1 },
      { userId: 3, slots: 0 },
    ]),
  );
  const schedule = { atMs: 0, zoneKey: null, isParallelAllowed: false, isCallback: false };
  await database.answer([{ id: 8, schedule }]);
  await taking;
  // The calls that were not claimed leave their slots to campaigns.
  expect([calls.ids, planned.free, calls.freeSlots]).toEqual([[8], 3, 6]);
});
