import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createCampaign } from '../kit/campaigns.ts';
import { closeGate, WAIT_AT_GATE } from '../kit/database-gate.ts';
import { eventually } from '../kit/eventually.ts';
import { endsWithTest } from '../kit/left-running.ts';
import { startServerProcess } from '../kit/server-process.ts';
import { startTestServer, type TestServer } from '../kit/test-server.ts';

let front: TestServer;
/** Temporary folder in which the killed process stores uploads. */
let folder: string;

beforeEach(async () => {
  front = await startTestServer();
  folder = await mkdtemp(path.join(tmpdir(), 'parley-test-'));
});
afterEach(async () => {
  await front.stop();
  await rm(folder, { recursive: true });
});

const ROWS = 60_000;
const numberOf = (row: number): string => `+407${20_000_000 + row}`;

/** The last lead id from the sequence, which also counts uncommitted rows. */
async function written(): Promise<number> {
  const [row] = await front.database.query<{ last_value: number }>('select last_value from leads_id_seq');
  return row?.last_value ?? 0;
}

test('kill -9 in the middle of an import leaves no leads and no files, and a retry imports everything', async () => {
  const account = await front.account();
  const campaign = await createCampaign(account);
  const numbers = Array.from({ length: ROWS }, (_, index) => numberOf(index));
  const file = `phone\n${numbers.join('\n')}`;
  const route = `/user/campaign/${campaign.id}/leads/import`;
  const before = await written();
  // The import stops at its middle row, however long the kill takes.
  await front.database.script(`
    create function wait_in_the_middle() returns trigger language plpgsql as 'begin ${WAIT_AT_GATE} return new; end';
    create trigger wait_in_the_middle before insert on leads for each row
      when (new.phone_number = '${numberOf(ROWS / 2)}') execute function wait_in_the_middle()`);
  const open = await closeGate(front.testDatabase.connection);
  const doomed = await startServerProcess(front.testDatabase.connection, { TMPDIR: folder });
  endsWithTest(doomed.kill);
  const headers = {
    authorization: `Bearer ${account.token}`,
    'content-type': 'text/csv',
    'idempotency-key': 'a',
  };
  const lost = fetch(`${doomed.api}${route}`, { method: 'POST', body: file, headers }).then(
    () => 'answered',
    () => 'broken off',
  );
  await eventually(written, (last) => last > before + ROWS / 12);
  await doomed.kill();
  await open();
  expect(await lost).toBe('broken off');
  expect(await readdir(folder)).toEqual([]);
  expect((await account.get('/user/leads')).body.total).toBe(0);
  // The idempotency key is free again as soon as other processes notice the kill.
  const again = await eventually(
    () => account.post(route, file, { 'idempotency-key': 'a', 'content-type': 'text/csv' }),
    ({ status }) => status !== 409,
  );
  expect(again.body.data).toMatchObject({ rows: ROWS, created: ROWS, duplicates: 0 });
  expect((await account.get('/user/leads')).body.total).toBe(ROWS);
});
