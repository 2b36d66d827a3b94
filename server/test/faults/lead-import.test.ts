import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCampaign } from '../kit/campaigns.ts';
import { eventually } from '../kit/eventually.ts';
import { startServerProcess } from '../kit/server-process.ts';
import { type Client, startTestServer, type TestServer } from '../kit/test-server.ts';

let front: TestServer;
let account: Client;
/** Where the doomed process keeps what it is sent. */
let folder: string;

beforeAll(async () => {
  front = await startTestServer();
  account = await front.account();
  folder = await mkdtemp(path.join(tmpdir(), 'parley-test-'));
});
afterAll(async () => {
  await front.stop();
  await rm(folder, { recursive: true });
});

const ROWS = 60_000;

/** Rows that are written and not committed count here, too. */
async function written(): Promise<number> {
  const [row] = await front.database.query<{ last_value: number }>('select last_value from leads_id_seq');
  return row?.last_value ?? 0;
}

test('kill -9 in the middle of an import leaves neither leads nor files, and the next try stores all', async () => {
  const campaign = await createCampaign(account);
  const numbers = Array.from({ length: ROWS }, (_, index) => `+407${20_000_000 + index}`);
  const file = `phone\n${numbers.join('\n')}`;
  const route = `/user/campaign/${campaign.id}/leads/import`;
  const before = await written();
  const doomed = await startServerProcess(front.testDatabase.connection, { TMPDIR: folder });
  const headers = {
    authorization: `Bearer ${account.token}`,
    'content-type': 'text/csv',
    'idempotency-key': 'a',
  };
  const lost = fetch(`${doomed.api}${route}`, { method: 'POST', body: file, headers }).then(
    () => 'answered',
    () => 'broken off',
  );
  await eventually(written, (last) => last > before + 5000);
  await doomed.kill();
  expect(await lost).toBe('broken off');
  expect(await readdir(folder)).toEqual([]);
  expect((await account.get('/user/leads')).body.total).toBe(0);
  // The key is free again as soon as the others know that the process is dead.
  const again = await eventually(
    () => account.post(route, file, { 'idempotency-key': 'a', 'content-type': 'text/csv' }),
    ({ status }) => status !== 409,
  );
  expect(again.body.data).toMatchObject({ rows: ROWS, created: ROWS, duplicates: 0 });
  expect((await account.get('/user/leads')).body.total).toBe(ROWS);
}, 240_000);
