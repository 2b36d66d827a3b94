import { beforeAll, expect, test } from 'vitest';
import type { Executor } from '../../../src/db/client.ts';
import { readExport } from '../../../src/modules/campaigns/import/export-leads.ts';
import { leadsOf } from '../../kit/campaign-dials.ts';
import { createCampaign, createLead } from '../../kit/campaigns.ts';
import { sized } from '../../kit/run-size.ts';
import { sharedServer } from '../../kit/shared-server.ts';
import type { TestServer } from '../../kit/test-server.ts';

const LEADS = sized({ gate: 5000, nightly: 20_000 });
const PAGE = 500;

let server: TestServer;

beforeAll(async () => {
  server = await sharedServer();
});

/** Runs statements and records the rows of each plan step. */
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

test('an export of newly imported leads reads each lead once', async () => {
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

test('an export keeps variables beyond the column limit, and an import reads them back', async () => {
  const account = await server.account();
  const [from, to] = [await createCampaign(account), await createCampaign(account)];
  const named = (first: string): Record<string, string> =>
    Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`${first}${1000 + index}`, `${index}`]));
  const leads = [named('a'), named('b')];
  for (const [index, variables] of leads.entries()) {
    await createLead(account, { campaign_id: from.id, phone_number: `+4072100000${index}`, variables });
  }
  const { text } = await account.get(`/user/campaign/${from.id}/leads/export`);
  expect(text.split('\n')[0]?.split(',').slice(-2)).toEqual(['b1199', 'more_variables']);
  const imported = await account.post(`/user/campaign/${to.id}/leads/import`, text);
  expect(imported.body.data).toMatchObject({ created: 2, invalid: 0 });
  expect((await leadsOf(account, to.id)).map(({ variables }) => variables)).toEqual(leads);
});
