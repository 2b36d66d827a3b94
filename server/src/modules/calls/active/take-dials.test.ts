import { expect, test } from 'vitest';
import { systemClock } from '../../../core/clock.ts';
import { ActiveCalls } from './active-calls.ts';
import { takeDials } from './call-poller.ts';

/** A database whose queries wait until `answer` is called. */
function askedDatabase() {
  const waiting: ((rows: unknown[]) => void)[] = [];
  let count = 0;
  return {
    query: <Row>(): Promise<Row[]> =>
      new Promise((resolve) => {
        count += 1;
        waiting.push((rows) => resolve(rows.map((row) => Object(row))));
      }),
    asked: () => count,
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
  const taking = takeDials({ database, processId: 'p', calls, clock: systemClock }, dial);
  expect(calls.reserve(3)).toBe(3);
  calls.release(3);
  await database.answer([{ count: 0 }]);
  await taking;
  expect([database.asked(), dials]).toEqual([1, []]);
});

test('reserves a slot per waiting call and releases the slots of calls that others claimed', async () => {
  const calls = new ActiveCalls(5);
  const database = askedDatabase();
  const taking = takeDials({ database, processId: 'p', calls, clock: systemClock }, dial);
  await database.answer([{ count: 2 }]);
  expect(calls.reserve(5)).toBe(3);
  calls.release(3);
  await database.answer([{ id: 7 }]);
  await taking;
  expect([dials, calls.ids, calls.reserve(5)]).toEqual([[7], [7], 4]);
});
