import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { outboundAssistant } from '../../kit/calls.ts';
import { createCampaign, createLead } from '../../kit/campaigns.ts';
import { sharedServer } from '../../kit/shared-server.ts';
import type { Answer, Client, TestServer } from '../../kit/test-server.ts';

let server: TestServer;
let account: Client;

const NUMBER = '+40721000001';
const OTHER = '+40721000002';
const THIRD = '+40721000003';

beforeAll(async () => {
  server = await sharedServer();
});
beforeEach(async () => {
  account = await server.account();
});

const enter = (phone_number: string, fields: object = {}): Promise<Answer> =>
  account.post('/user/blacklist', { phone_number, ...fields });
const leadOf = async (id: number): Promise<Answer['body']> =>
  (await account.get(`/user/leads/${id}`)).body.data;

describe('the list', () => {
  test('adds numbers once, lists them newest first and removes them', async () => {
    const entered = await enter('+40 721 000 001', { reason: 'They wrote to us.' });
    expect([entered.status, entered.body.data]).toEqual([
      200,
      {
        id: expect.any(Number),
        phone_number: NUMBER,
        source: 'request',
        reason: 'They wrote to us.',
        call_id: null,
        created_at: expect.any(String),
      },
    ]);
    expect((await enter(NUMBER, { reason: 'Again' })).body.data).toEqual(entered.body.data);
    const other = await enter(OTHER);
    const list = (await account.get('/user/blacklist')).body;
    expect([list.total, list.data]).toEqual([2, [other.body.data, entered.body.data]]);
    expect((await account.get('/user/blacklist?phone_number=000002')).body.data).toEqual([other.body.data]);
    expect((await account.get('/user/blacklist?phone_number=000 002')).body.data).toEqual([other.body.data]);
    const path = `/user/blacklist/${entered.body.data.id}`;
    expect((await account.delete(path)).status).toBe(200);
    const again = await account.delete(path);
    expect([again.status, again.body]).toEqual([404, { message: 'Do-not-call entry not found.' }]);
    expect((await account.get('/user/blacklist')).body.data).toEqual([other.body.data]);
  });

  test('belongs to one account and refuses invalid numbers', async () => {
    const entry = await enter(NUMBER);
    const otherAccount = await server.account();
    expect((await otherAccount.get('/user/blacklist')).body.data).toEqual([]);
    expect((await otherAccount.delete(`/user/blacklist/${entry.body.data.id}`)).status).toBe(404);
    expect(Object.keys((await enter('12')).body.errors)).toEqual(['phone_number']);
    expect(Object.keys((await enter(OTHER, { reason: 'x'.repeat(256) })).body.errors)).toEqual(['reason']);
  });
});

test('a listed number cannot be called by request', async () => {
  const assistant = await outboundAssistant(account);
  await enter(NUMBER);
  const order = { assistant_id: assistant.id, phone_number: NUMBER };
  const refused = await account.post('/user/make_call', order);
  expect([refused.status, refused.body]).toEqual([
    422,
    { message: "This phone number is on the account's do-not-call list." },
  ]);
  expect((await account.get('/user/calls')).body.total).toBe(0);
});

describe('leads of a number', () => {
  test('are blacklisted in every campaign when the number is listed, unless they have ended', async () => {
    const [first, second] = [await createCampaign(account), await createCampaign(account)];
    const waiting = await createLead(account, { campaign_id: first.id, phone_number: NUMBER });
    const ended = await createLead(account, { campaign_id: second.id, phone_number: NUMBER });
    const foreign = await server.account();
    const theirs = await createCampaign(foreign);
    const spared = await createLead(foreign, { campaign_id: theirs.id, phone_number: NUMBER });
    await account.put(`/user/leads/${ended.id}`, { status: 'completed' });
    await enter(NUMBER);
    expect(await leadOf(waiting.id)).toMatchObject({ status: 'blacklisted', due_at: null, waiting: null });
    expect(await leadOf(ended.id)).toMatchObject({ status: 'completed' });
    expect((await foreign.get(`/user/leads/${spared.id}`)).body.data.status).toBe('created');
    const refused = await account.put(`/user/leads/${waiting.id}`, { status: 'created' });
    expect(refused.body.errors).toEqual({
      status: ['The phone number of this lead is on the do-not-call list.'],
    });
    const { data } = (await account.get('/user/blacklist')).body;
    await account.delete(`/user/blacklist/${data[0].id}`);
    expect(await leadOf(waiting.id)).toMatchObject({ status: 'blacklisted' });
    const freed = await account.put(`/user/leads/${waiting.id}`, { status: 'created' });
    expect(freed.body.data.status).toBe('created');
  });

  test('are blacklisted when created with a listed number or changed to one', async () => {
    const campaign = await createCampaign(account);
    await enter(NUMBER);
    const born = await createLead(account, { campaign_id: campaign.id, phone_number: NUMBER });
    expect(born).toMatchObject({ status: 'blacklisted', due_at: null });
    const lead = await createLead(account, {
      campaign_id: campaign.id,
      phone_number: OTHER,
      secondary_contacts: [{ phone_number: NUMBER }, { phone_number: THIRD }],
    });
    expect(lead.secondary_contacts).toMatchObject([{ status: 'blacklisted' }, { status: 'created' }]);
    await account.delete(`/user/leads/${born.id}`);
    const changed = await account.put(`/user/leads/${lead.id}`, {
      phone_number: NUMBER,
      secondary_contacts: [],
    });
    expect(changed.body.data).toMatchObject({ phone_number: NUMBER, status: 'blacklisted' });
  });

  // Two variants of one Argentine number.
  const [FIXED, MOBILE] = ['+541123456789', '+5491123456789'];

  test.each([
    [FIXED, MOBILE],
    [MOBILE, FIXED],
  ])('are blacklisted as %s when %s is listed', async (number, listed) => {
    const campaign = await createCampaign(account);
    const create = (phone_number: string, contact: string) =>
      createLead(account, {
        campaign_id: campaign.id,
        phone_number,
        secondary_contacts: [{ phone_number: contact }],
      });
    const waiting = await create(number, OTHER);
    const beside = await create(THIRD, number);
    await enter(listed);
    expect((await leadOf(waiting.id)).status).toBe('blacklisted');
    expect((await leadOf(beside.id)).secondary_contacts).toMatchObject([{ status: 'blacklisted' }]);
    await account.delete(`/user/leads/${waiting.id}`);
    await account.delete(`/user/leads/${beside.id}`);
    expect((await create(number, OTHER)).status).toBe('blacklisted');
    const later = await create(THIRD, number);
    expect(later.secondary_contacts).toMatchObject([{ status: 'blacklisted' }]);
    await account.put(`/user/leads/${later.id}`, { status: 'created' });
    expect((await leadOf(later.id)).secondary_contacts).toMatchObject([{ status: 'blacklisted' }]);
  });

  test('are recognized in an imported file in another format, even in a dry run', async () => {
    const campaign = await createCampaign(account);
    await enter(FIXED);
    const body = `phone_number,secondary_phone_number_1\n${MOBILE},\n${OTHER},${MOBILE}`;
    for (const query of ['?dry_run=true', '']) {
      const path = `/user/campaign/${campaign.id}/leads/import${query}`;
      const imported = await account.request('POST', path, { body, headers: { 'content-type': 'text/csv' } });
      expect(imported.body.data).toMatchObject({ created: 2, blacklisted: 1 });
    }
    const { data } = (await account.get(`/user/leads?campaign_id=${campaign.id}`)).body;
    expect(data).toMatchObject([
      { status: 'created', secondary_contacts: [{ status: 'blacklisted' }] },
      { status: 'blacklisted' },
    ]);
  });

  test('with it as a contact use it again once it is unlisted and the lead is reset', async () => {
    const campaign = await createCampaign(account);
    const { body } = await enter(OTHER);
    await enter(THIRD);
    const lead = await createLead(account, {
      campaign_id: campaign.id,
      phone_number: NUMBER,
      secondary_contacts: [{ phone_number: OTHER }, { phone_number: THIRD }],
    });
    await account.delete(`/user/blacklist/${body.data.id}`);
    const reset = await account.put(`/user/leads/${lead.id}`, { status: 'created' });
    expect(reset.body.data.secondary_contacts).toMatchObject([
      { status: 'created', left_out: null },
      { status: 'blacklisted', left_out: { code: 'blacklisted' } },
    ]);
  });

  test('continue with the next number when the number of their current contact is listed', async () => {
    const campaign = await createCampaign(account);
    const lead = await createLead(account, {
      campaign_id: campaign.id,
      phone_number: NUMBER,
      secondary_contacts: [{ phone_number: OTHER }, { phone_number: '+12025550143' }],
    });
    const [first, second] = lead.secondary_contacts;
    // Make the first contact current, as after an unanswered call.
    await server.database.query(`update leads set status = 'scheduled', contact_id = $2 where id = $1`, [
      lead.id,
      first.id,
    ]);
    await enter(OTHER);
    const after = await leadOf(lead.id);
    expect(after).toMatchObject({ status: 'scheduled', due_at: expect.any(String) });
    expect(after.secondary_contacts).toMatchObject([{ status: 'blacklisted' }, { status: 'scheduled' }]);
    const [row] = await server.database.query('select contact_id, zone_key from leads where id = $1', [
      lead.id,
    ]);
    expect(row).toEqual({ contact_id: second.id, zone_key: 'America/New_York' });
  });
});

test('adds many numbers with a result for each, and stops calls to their leads', async () => {
  const account = await server.account();
  const campaign = await createCampaign(account);
  const numbers = Array.from({ length: 6000 }, (_, index) => `+4072${String(1_000_000 + index)}`);
  const [first = '', second = ''] = numbers;
  await createLead(account, { campaign_id: campaign.id, phone_number: '+40721999999' });
  const lead = await createLead(account, { campaign_id: campaign.id, phone_number: numbers.at(-1) ?? '' });
  await account.post('/user/blacklist', { phone_number: first, reason: 'asked' });
  const { status, body } = await account.post('/user/blacklist/bulk', {
    phone_numbers: [...numbers, 'x', 7, ' +40 72 1000 001 '],
    reason: 'Robinson list',
  });
  expect(status).toBe(200);
  const { results, ...counts } = body.data;
  expect(counts).toEqual({ added: 5999, listed: 2, invalid: 2 });
  expect(results[0]).toEqual({ index: 0, status: 'listed', phone_number: first, errors: [] });
  expect(results[1]).toEqual({ index: 1, status: 'added', phone_number: second, errors: [] });
  expect(results.slice(6000)).toMatchObject([
    { status: 'invalid', phone_number: null, errors: [expect.stringContaining('phone number')] },
    { status: 'invalid', phone_number: null, errors: [expect.any(String)] },
    { index: 6002, status: 'listed', phone_number: second },
  ]);
  const listed = async (query: string) => (await account.get(`/user/blacklist?${query}`)).body;
  expect((await listed('')).total).toBe(6000);
  expect((await listed(`phone_number=${second.slice(1)}`)).data).toMatchObject([
    { source: 'request', reason: 'Robinson list' },
  ]);
  expect((await listed(`phone_number=${first.slice(1)}`)).data).toMatchObject([{ reason: 'asked' }]);
  expect((await account.get(`/user/leads/${lead.id}`)).body.data.status).toBe('blacklisted');
  expect((await account.get('/user/leads?status=created')).body.total).toBe(1);
});
