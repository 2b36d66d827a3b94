import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Executor } from '../../src/db/client.ts';
import { readExport } from '../../src/modules/campaigns/import/export-store.ts';
import { createCampaign } from '../kit/campaigns.ts';
import { startTestServer, type TestServer } from '../kit/test-server.ts';

const LEADS = 20_000;
const PAGE = 500;

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** Runs statements, and keeps how many rows each step of them had. */
function counting(): { executor: Executor; steps: number[] } {
  const steps: number[] = [];
  const query = async <Row>(text: string, values?: readonly unknown[]): Promise<Row[]> => {
    const explain = `explain (analyze, format json) ${text}`;
    const plan = await server.database.query<{ 'QUERY PLAN': object }>(explain, values);
    const found = JSON.stringify(plan).matchAll(/"Actual Rows":([\d.]+),"Actual Loops":(\d+)/g);
    for (const [, rows, loops] of found) steps.push(Number(rows) * Number(loops));
    return server.database.query<Row>(text, values);
  };
  return { executor: { ...server.database, query }, steps };
}

test('leads that were imported just now are not all read again for each page of an export', async () => {
  const account = await server.account();
  const { id: campaignId } = await createCampaign(account);
  const rows = Array.from({ length: LEADS }, (_, index) => `+4072${1_000_000 + index},Ada`);
  const imported = await account.request('POST', `/user/campaign/${campaignId}/leads/import`, {
    body: `phone,name\n${rows.join('\n')}`,
    headers: { 'content-type': 'text/csv' },
  });
  expect(imported.body.data.created).toBe(LEADS);
  const { executor, steps } = counting();
  const { userId } = account;
  const page = await readExport(executor, { userId, campaignId, afterId: 0 }, PAGE);
  expect(page.map(({ id }) => id)).toEqual(page.map(({ id }) => id).toSorted((one, other) => one - other));
  expect(page).toHaveLength(PAGE);
  expect(steps.length).toBeGreaterThan(3);
  expect(Math.max(...steps)).toBeLessThanOrEqual(PAGE);
});
