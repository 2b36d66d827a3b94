import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createCampaign, createLead } from '../../kit/campaigns.ts';
import { sharedServer } from '../../kit/shared-server.ts';
import type { Answer, Client, TestServer } from '../../kit/test-server.ts';

let server: TestServer;
let account: Client;
let campaign: { id: number };

beforeAll(async () => {
  server = await sharedServer();
});
beforeEach(async () => {
  account = await server.account();
  campaign = await createCampaign(account);
});

const numberOf = (index: number): string => `+4072${String(1_000_000 + index)}`;
const send = (leads: readonly unknown[], fields: object = {}): Promise<Answer> =>
  account.post('/user/leads/bulk', { campaign_id: campaign.id, leads, ...fields });
const get = async (id: number): Promise<Answer['body']> => (await account.get(`/user/leads/${id}`)).body.data;

test('creates, changes and refuses leads, with a result for each', async () => {
  const known = await createLead(account, {
    campaign_id: campaign.id,
    phone_number: numberOf(1),
    external_id: 'known',
    variables: { a: 1, b: 2 },
  });
  await createLead(account, { campaign_id: campaign.id, phone_number: numberOf(2) });
  await account.post('/user/blacklist', { phone_number: numberOf(4) });
  const { status, body } = await send([
    { phone_number: ' +40 721 000 003 ', external_id: 'new', variables: { name: 'Ana' } },
    { phone_number: numberOf(1), external_id: 'known', variables: { b: 3 } },
    { phone_number: numberOf(2), external_id: 'other' },
    { phone_number: '12', variables: 'x' },
    'no lead',
    {
      phone_number: numberOf(4),
      secondary_contacts: [{ phone_number: numberOf(5), external_id: 'contact' }],
    },
    { phone_number: numberOf(3) },
    { phone_number: numberOf(6), secondary_contacts: [{ phone_number: numberOf(6) }] },
    { phone_number: numberOf(7), external_id: 'new', variables: { city: 'Cluj' } },
  ]);
  expect(status).toBe(200);
  const { results, ...counts } = body.data;
  expect(counts).toEqual({ created: 2, updated: 2, duplicates: 2, invalid: 3 });
  expect(results.map((one: { index: number; status: string }) => [one.index, one.status])).toEqual([
    [0, 'created'],
    [1, 'updated'],
    [2, 'duplicate'],
    [3, 'invalid'],
    [4, 'invalid'],
    [5, 'created'],
    [6, 'duplicate'],
    [7, 'invalid'],
    [8, 'updated'],
  ]);
  expect(Object.keys(results[3].errors).sort()).toEqual(['phone_number', 'variables']);
  expect(Object.keys(results[7].errors)).toEqual(['secondary_contacts.0.phone_number']);
  expect(results[8]).toMatchObject({ id: results[0].id, external_id: 'new' });
  expect(await get(results[0].id)).toMatchObject({
    phone_number: numberOf(7),
    external_id: 'new',
    variables: { name: 'Ana', city: 'Cluj' },
    status: 'created',
  });
  expect(results[1].id).toBe(known.id);
  expect((await get(known.id)).variables).toEqual({ a: 1, b: 3 });
  expect(await get(results[5].id)).toMatchObject({
    status: 'blacklisted',
    secondary_contacts: [{ phone_number: numberOf(5), external_id: 'contact' }],
  });
  expect((await account.get('/user/leads')).body.total).toBe(4);
});

test('repeats a synchronization of thousands of leads, and stores only what changed', async () => {
  const lead = (index: number) => ({
    phone_number: numberOf(index),
    external_id: `crm-${index}`,
    variables: { index, name: 'Ana' },
  });
  const leads = Array.from({ length: 2500 }, (_, index) => lead(index));
  const first = await send(leads);
  expect(first.body.data).toMatchObject({ created: 2500, updated: 0, duplicates: 0, invalid: 0 });
  const ids = first.body.data.results.map(({ id }: { id: number }) => id);
  expect(new Set(ids).size).toBe(2500);
  expect(await get(ids[2499])).toMatchObject(lead(2499));
  const updateTimes = () =>
    server.database.query<{ id: number; at: string }>(
      'select id, updated_at::text as at from leads where user_id = $1',
      [account.userId],
    );
  const before = new Map((await updateTimes()).map(({ id, at }) => [id, at]));
  const again = await send([
    ...leads.slice(0, 2498),
    { ...lead(2498), variables: { name: 'Dan' } },
    { ...lead(2499), phone_number: numberOf(0) },
  ]);
  expect(again.body.data).toMatchObject({ created: 0, updated: 2499, duplicates: 0, invalid: 1 });
  expect(again.body.data.results[2499]).toMatchObject({
    status: 'invalid',
    id: null,
    errors: { phone_number: ['The campaign already has a lead with this number.'] },
  });
  expect((await get(ids[2498])).variables).toEqual({ index: 2498, name: 'Dan' });
  const changed = (await updateTimes()).filter(({ id, at }) => before.get(id) !== at);
  expect(changed.map(({ id }) => id)).toEqual([ids[2498]]);
});

test('takes up to 10,000 leads of one campaign', async () => {
  const tooMany = await send(Array.from({ length: 10_001 }, () => ({})));
  expect([tooMany.status, Object.keys(tooMany.body.errors)]).toEqual([422, ['leads']]);
  expect((await send([])).status).toBe(422);
  const duplicates = await send([{ phone_number: numberOf(1) }, { phone_number: numberOf(1) }], {
    allow_dupplicate: true,
  });
  expect(duplicates.body.data).toMatchObject({ created: 2, duplicates: 0 });
});
