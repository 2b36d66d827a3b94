import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../../../test/kit/test-server.ts';
import { type Database, openDatabase } from '../../../db/client.ts';
import { awaitPendingHangUps } from './await-hang-ups.ts';
import {
  claimPendingHangUps,
  IS_HANG_UP_DUE,
  settlePendingHangUps,
  storePendingHangUps,
} from './pending-hang-ups.ts';

/** A process that is not alive: what it has taken and not said is due at once. */
const DEAD = randomUUID();

let own: TestDatabase;
let database: Database;
beforeAll(async () => {
  own = await cloneDatabase();
  database = openDatabase(own.connection, () => undefined);
  await database.query(`insert into users (name, email, password_hash) values ('A', 'a@example.com', '')`);
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

/** A call that is held by nobody who lives; @returns its id */
async function heldByTheDead(pendingHangUps: readonly string[]): Promise<number> {
  const [row] = await database.query<{ id: number }>(
    `insert into calls (user_id, type, ringing_time_ms, variables, process_id, farewell)
     select id, 'inbound', 30000, '{}', $1, $2 from users returning id`,
    [DEAD, JSON.stringify(pendingHangUps)],
  );
  return row?.id ?? 0;
}

const owe = (callId: number): Promise<void> =>
  storePendingHangUps({ database, ownHosts: [] }, { processId: DEAD, callIds: [callId] });

async function isDue(): Promise<boolean | undefined> {
  const [row] = await database.query<{ due: boolean }>(`select ${IS_HANG_UP_DUE} as due`);
  return row?.due;
}

/** What comes of each try to say it, and whether it is still owed however often its call is looked at. */
test.each([
  { tries: [], isOwed: true },
  { tries: [false], isOwed: true },
  { tries: [false, false, false, false], isOwed: true },
  { tries: [true], isOwed: false },
  { tries: [false, true], isOwed: false },
  { tries: [false, false, false, false, false], isOwed: false },
])(
  'after $tries a farewell is owed: $isOwed, however often its call is looked at',
  async ({ tries, isOwed }) => {
    const callId = await heldByTheDead(['Goodbye.']);
    await owe(callId);
    for (const isTold of tries) {
      await owe(callId);
      const taken = await claimPendingHangUps(database, DEAD);
      expect(taken).toMatchObject([{ callId, pendingHangUp: 'Goodbye.' }]);
      await settlePendingHangUps(
        database,
        taken.map((one) => ({ ...one, isTold })),
      );
    }
    await owe(callId);
    expect(await isDue()).toBe(isOwed);
    expect([...(await awaitPendingHangUps(database, [callId]))]).toEqual(isOwed ? [callId] : []);
    expect(await claimPendingHangUps(database, DEAD)).toHaveLength(isOwed ? 1 : 0);
    await database.query('delete from owed_farewells');
  },
);

test('of several farewells those are owed that were not said, and of a said one nothing is kept', async () => {
  const callId = await heldByTheDead(['one', 'two']);
  await owe(callId);
  const taken = await claimPendingHangUps(database, DEAD);
  await settlePendingHangUps(
    database,
    taken.map((one) => ({ ...one, isTold: one.pendingHangUp === 'one' })),
  );
  await owe(callId);
  const kept = await database.query<{ pendingHangUp: string }>(
    'select farewell from owed_farewells order by place',
  );
  expect(kept.map(({ pendingHangUp }) => pendingHangUp)).toEqual(['', 'two']);
  expect(await claimPendingHangUps(database, DEAD)).toMatchObject([
    { place: 2, pendingHangUp: 'two', tries: 2 },
  ]);
});
