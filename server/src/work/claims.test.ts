import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { silentLog } from '../../test/kit/silent-log.ts';
import { cloneDatabase, type TestDatabase } from '../../test/kit/test-server.ts';
import { systemClock } from '../core/clock.ts';
import { type Database, openDatabase } from '../db/client.ts';
import { claimsIn } from './claims.ts';
import { type ProcessRegistry, startProcessRegistry } from './process-registry.ts';

let own: TestDatabase;
let database: Database;
let living: ProcessRegistry;

beforeAll(async () => {
  own = await cloneDatabase();
  database = openDatabase(own.connection, () => undefined);
  living = await startProcessRegistry({
    connection: own.connection,
    role: 'all',
    callsCampaigns: false,
    clock: systemClock,
    log: silentLog,
  });
});
afterAll(async () => {
  await living.stop();
  await database.close();
  await own.drop();
});

const forEver = claimsIn();
const leased = claimsIn({ process: 'taken_by', lease: { since: 'taken_at', seconds: 600 } });

/** The conditions for a row of a process that has held it for some minutes. */
async function conditions(
  claims: typeof forEver,
  processId: string | null,
  minutes: number,
): Promise<string> {
  const [row] = await database.query<Record<'free' | 'held' | 'abandoned', boolean>>(
    `select ${claims.isFree('work')} as free, ${claims.isHeld('work')} as held, ${claims.isAbandoned('work')} as abandoned
     from (select $1::uuid as process_id, $1::uuid as taken_by,
       clock_timestamp() - make_interval(mins => $2) as taken_at) as work`,
    [processId, minutes],
  );
  return Object.entries(row ?? {})
    .filter(([, holds]) => holds)
    .map(([name]) => name)
    .join(' ');
}

test.each([
  ['no process', () => null, 0, 'free', 'free'],
  ['a running process', () => living.processId, 9, 'held', 'held'],
  ['a running process after its lease', () => living.processId, 11, 'held', 'free abandoned'],
  ['a dead process', randomUUID, 0, 'free abandoned', 'free abandoned'],
])('a row of %s', async (_name, processOf, minutes, withoutLease, withLease) => {
  expect(await conditions(forEver, processOf(), minutes)).toBe(withoutLease);
  expect(await conditions(leased, processOf(), minutes)).toBe(withLease);
});

test('takes a row and starts its lease, unless another column starts it', () => {
  const since = { since: 'created_at', seconds: 600, startsWithClaim: false };
  expect(forEver.take('$1')).toBe('process_id = $1');
  expect(leased.take('$1')).toBe('taken_by = $1, taken_at = clock_timestamp()');
  expect(claimsIn({ lease: since }).take('$1')).toBe('process_id = $1');
  expect(leased.release).toBe('taken_by = null');
});
