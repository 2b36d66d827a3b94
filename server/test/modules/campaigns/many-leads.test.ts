import { beforeAll, expect, test } from 'vitest';
import type { Executor } from '../../../src/db/client.ts';
import {
  countMaxContacts,
  findVariableNames,
  readExport,
} from '../../../src/modules/campaigns/import/export-leads.ts';
import { blacklistLeads } from '../../../src/modules/campaigns/leads/blacklisted-leads.ts';
import { type LeadFilter, readLead, readLeadPage } from '../../../src/modules/campaigns/leads/lead-page.ts';
import { createCampaign, createLead, dayWithoutCalls, setStatus } from '../../kit/campaigns.ts';
import { sharedServer } from '../../kit/shared-server.ts';
import type { Client, TestServer } from '../../kit/test-server.ts';

const MANY = 100_000;

let server: TestServer;
let large: Client;
let small: Client;
let largeCampaign: { id: number };
let smallCampaign: { id: number };

beforeAll(async () => {
  server = await sharedServer();
  [large, small] = [await server.account(), await server.account()];
  largeCampaign = await createCampaign(large, { allowed_days: [dayWithoutCalls()] });
  smallCampaign = await createCampaign(small);
  await server.database.query(
    `insert into leads (user_id, campaign_id, phone_number, variables, zone_key, due_at)
     select $1, $2, '+4072' || (1000000 + n), '{"name":"Ada"}', 'Europe/Bucharest', clock_timestamp()
     from generate_series(1, $3) as n`,
    [large.userId, largeCampaign.id, MANY],
  );
  for (let n = 0; n < 20; n += 1) {
    await createLead(small, { campaign_id: smallCampaign.id, phone_number: `+407210000${10 + n}` });
  }
  await server.database.script('analyze');
});

/** Runs statements and records how PostgreSQL scans their tables. */
function explaining(): { executor: Executor; scans: string[] } {
  const scans: string[] = [];
  const query = async <Row>(text: string, values?: readonly unknown[]): Promise<Row[]> => {
    const plan = await server.database.query<{ 'QUERY PLAN': object }>(
      `explain (format json) ${text}`,
      values,
    );
    const nodes = JSON.stringify(plan).matchAll(/"Node Type":"([^"]*Scan)"[^{}]*?"Relation Name":"(\w+)"/g);
    for (const [, type = '', table = ''] of nodes) scans.push(`${type} on ${table}`);
    return server.database.query<Row>(text, values);
  };
  return { executor: { ...server.database, query }, scans };
}

const filter: LeadFilter = {
  status: null,
  campaignId: null,
  phoneNumber: null,
  externalId: null,
  dateFrom: null,
  dateTo: null,
  updatedFrom: null,
  updatedTo: null,
};

test('no statement scans leads of other accounts', async () => {
  const { executor, scans } = explaining();
  const { userId } = small;
  const { id: campaignId } = smallCampaign;
  const page = { page: 1, perPage: 15 };
  for (const one of [filter, { ...filter, campaignId }, { ...filter, phoneNumber: '0000' }]) {
    const { leads, total } = await readLeadPage(
      executor,
      { userId, filter: one, order: 'created_at desc' },
      page,
    );
    expect([leads.length, total]).toEqual([15, 20]);
  }
  const [lead] = await readExport(executor, { userId, campaignId, afterId: 0 }, 500);
  expect(await readLead(executor, { userId, id: lead?.id ?? 0 })).not.toBeNull();
  await findVariableNames(executor, campaignId, 500);
  await countMaxContacts(executor, campaignId);
  await blacklistLeads(server.dependencies.campaigns, executor, {
    userId,
    phoneNumber: '+40721000099',
  });
  expect(scans.length).toBeGreaterThan(10);
  expect(scans.filter((scan) => scan === 'Seq Scan on leads')).toEqual([]);
});

test('a page of a large list is read from the index', async () => {
  const { executor, scans } = explaining();
  const about = {
    userId: large.userId,
    filter: { ...filter, campaignId: largeCampaign.id },
    order: 'created_at desc',
  } as const;
  const { leads, total } = await readLeadPage(executor, about, { page: 1, perPage: 100 });
  expect([leads.length, total]).toEqual([100, MANY]);
  // Counting needs all rows, so it may scan the table.
  expect(scans.filter((scan) => scan.endsWith('leads')).at(-1)).toMatch(/^Index/);
});

test('a campaign of a hundred thousand leads is started, listed, stopped, exported and deleted', async () => {
  expect((await setStatus(large, largeCampaign.id, 'start')).status).toBe(200);
  const page = (await large.get('/user/leads?per_page=100&page=1000')).body;
  expect([page.total, page.data.length, page.data[0].waiting.code]).toEqual([MANY, 100, 'campaign-days']);
  expect((await setStatus(large, largeCampaign.id, 'stop')).status).toBe(200);
  const exported = await large.get(`/user/campaign/${largeCampaign.id}/leads/export`);
  expect(exported.text.split('\n')).toHaveLength(MANY + 2);
  expect((await large.delete(`/user/campaign/${largeCampaign.id}`)).status).toBe(200);
  expect((await large.get('/user/leads')).body.total).toBe(0);
  expect((await small.get('/user/leads')).body.total).toBe(20);
});
