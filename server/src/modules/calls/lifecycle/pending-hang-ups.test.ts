import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../../../test/kit/test-server.ts';
import { type Database, openDatabase } from '../../../db/client.ts';
import { awaitPendingHangUps } from '../endings/settle-calls.ts';
import {
  claimPendingHangUps,
  IS_HANG_UP_DUE,
  settlePendingHangUps,
  storePendingHangUps,
} from './pending-hang-ups.ts';

/** Id of a dead process, whose leases are due immediately. */
const DEAD = randomUUID();

let own: TestDatabase;
let database: Database;
beforeAll(async () => {
  own = await cloneDatabase();
  database = openDatabase(own.connection, () => undefined);
  await database.query(`insert into users (name, email) values ('A', 'a@example.com')`);
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

/** Stores a call of the dead process. @returns its id */
async function callOfDeadProcess(pendingHangUps: readonly string[]): Promise<number> {
  const [row] = await database.query<{ id: number }>(
    `insert into calls (user_id, type, ringing_time_ms, variables, process_id, farewell)
     select id, 'inbound', 30000, '{}', $1, $2 from users returning id`,
    [DEAD, JSON.stringify(pendingHangUps)],
  );
  return row?.id ?? 0;
}

const queueHangUps = (callId: number): Promise<void> =>
  storePendingHangUps({ database, ownHosts: [] }, { processId: DEAD, callIds: [callId] });

async function isDue(): Promise<boolean | undefined> {
  const [row] = await database.query<{ due: boolean }>(`select ${IS_HANG_UP_DUE} as due`);
  return row?.due;
}

/** `tries`: for each try, whether the hang-up was answered. */
test.each([
  { tries: [], isPending: true },
  { tries: [false], isPending: true },
  { tries: [false, false, false, false], isPending: true },
  { tries: [true], isPending: false },
  { tries: [false, true], isPending: false },
  { tries: [false, false, false, false, false], isPending: false },
])(
  'a hang-up whose tries were answered as $tries is pending: $isPending, however often it is queued',
  async ({ tries, isPending }) => {
    const callId = await callOfDeadProcess(['Goodbye.']);
    await queueHangUps(callId);
    for (const isAnswered of tries) {
      await queueHangUps(callId);
      const taken = await claimPendingHangUps(database, DEAD);
      expect(taken).toMatchObject([{ callId, pendingHangUp: 'Goodbye.' }]);
      await settlePendingHangUps(
        database,
        taken.map((one) => ({ ...one, isAnswered })),
      );
    }
    await queueHangUps(callId);
    expect(await isDue()).toBe(isPending);
    expect([
      ...(await awaitPendingHangUps({ database, notifier: { notifyAll: () => undefined } }, [callId])),
    ]).toEqual(isPending ? [callId] : []);
    expect(await claimPendingHangUps(database, DEAD)).toHaveLength(isPending ? 1 : 0);
    await database.query('delete from owed_farewells');
  },
);

test('keeps unanswered hang-ups of a call and clears the text of answered ones', async () => {
  const callId = await callOfDeadProcess(['one', 'two']);
  await queueHangUps(callId);
  const taken = await claimPendingHangUps(database, DEAD);
  await settlePendingHangUps(
    database,
    taken.map((one) => ({ ...one, isAnswered: one.pendingHangUp === 'one' })),
  );
  await queueHangUps(callId);
  const kept = await database.query<{ pendingHangUp: string }>(
    'select farewell as "pendingHangUp" from owed_farewells order by place',
  );
  expect(kept.map(({ pendingHangUp }) => pendingHangUp)).toEqual(['', 'two']);
  expect(await claimPendingHangUps(database, DEAD)).toMatchObject([
    { place: 2, pendingHangUp: 'two', tries: 2 },
  ]);
});
