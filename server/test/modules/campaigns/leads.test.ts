import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createCampaign, createLead, dayWithoutCalls, setStatus } from '../../kit/campaigns.ts';
import { sharedServer } from '../../kit/shared-server.ts';
import type { Answer, Client, TestServer } from '../../kit/test-server.ts';

let server: TestServer;
let account: Client;
let campaign: { id: number; name: string };

const NUMBER = '+40721000001';
const OTHER = '+40721000002';
const THIRD = '+40721000003';

beforeAll(async () => {
  server = await sharedServer();
});
beforeEach(async () => {
  account = await server.account();
  campaign = await createCampaign(account);
});

const add = (fields: object = {}): Promise<Answer> =>
  account.post('/user/lead', { campaign_id: campaign.id, phone_number: NUMBER, ...fields });
const update = (id: number, fields: object): Promise<Answer> => account.put(`/user/leads/${id}`, fields);
const listed = async (query = ''): Promise<Answer['body'][]> =>
  (await account.get(`/user/leads${query}`)).body.data;
/** Sets columns of a lead as the dialer does, because the API cannot produce such rows without calls. */
const setLead = (id: number, columns: string): Promise<unknown> =>
  server.database.query(`update leads set ${columns} where id = $1`, [id]);

/** Inserts a live call to the lead. */
async function callLead(id: number): Promise<number> {
  const [call] = await server.database.query<{ id: number }>(
    `insert into calls (user_id, type, status, client_phone_number, ringing_time_ms, variables, lead_id, campaign_id)
     select user_id, 'outbound', 'ringing', phone_number, 30000, '{}', id, campaign_id from leads where id = $1
     returning id`,
    [id],
  );
  const callId = call?.id ?? 0;
  await setLead(id, `status = 'processing', due_at = null, call_id = ${callId}`);
  return callId;
}

const endCall = (callId: number): Promise<unknown> =>
  server.database.query(
    `update calls set status = 'no-answer', ended_at = clock_timestamp(), recorded_at = clock_timestamp(),
       evaluation = '[]', end_reason = 'Nobody answered.' where id = $1`,
    [callId],
  );

describe('adding', () => {
  test('returns the lead with its campaign and contacts, and stores numbers as E.164', async () => {
    const added = await add({
      phone_number: '+40 721-000 001',
      variables: { name: 'Ada', nested: { a: [1, null] } },
      secondary_contacts: [
        { phone_number: '+44 20 7946 0018', variables: { name: 'Bob' } },
        { phone_number: OTHER },
      ],
    });
    expect(added.status).toBe(200);
    const { data } = added.body;
    const times = {
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    };
    const contact = {
      id: expect.any(Number),
      external_id: null,
      status: 'created',
      call_tries: 0,
      last_outcome: null,
      left_out: null,
      ...times,
    };
    expect(data).toEqual({
      id: expect.any(Number),
      external_id: null,
      campaign_id: campaign.id,
      phone_number: NUMBER,
      status: 'created',
      variables: { name: 'Ada', nested: { a: [1, null] } },
      campaign: { id: campaign.id, name: 'Spring' },
      ...times,
      secondary_contacts: [
        { ...contact, phone_number: '+442079460018', variables: { name: 'Bob' } },
        { ...contact, phone_number: OTHER, variables: {} },
      ],
      call_tries: 0,
      retries: 0,
      last_outcome: null,
      goal_met: null,
      due_at: expect.any(String),
      left_out: null,
      waiting: { code: 'campaign-not-started', text: expect.any(String), until: null },
    });
    expect((await account.get(`/user/leads/${data.id}`)).body).toEqual({ data });
    expect(await listed()).toEqual([data]);
  });

  test('returns all validation errors at once', async () => {
    const refused = await account.post('/user/lead', {
      phone_number: '0721000001',
      campaign_id: 'x',
      variables: 'x',
      allow_dupplicate: 'x',
      secondary_contacts: [{ phone_number: OTHER }, { phone_number: 'x' }, { phone_number: OTHER }],
    });
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.body.errors).sort()).toEqual([
      'allow_dupplicate',
      'campaign_id',
      'phone_number',
      'secondary_contacts.1.phone_number',
      'secondary_contacts.2.phone_number',
      'variables',
    ]);
    const eleven = Array.from({ length: 11 }, (_, index) => ({
      phone_number: `+4072100010${index}`.slice(0, 12),
    }));
    expect((await add({ secondary_contacts: eleven })).status).toBe(422);
    for (const phone_number of ['+40000000000', '+40111111111', '+11111111111', '+40721000001;ext=5']) {
      const nobodys = await add({ phone_number });
      expect([nobodys.status, Object.keys(nobodys.body.errors)]).toEqual([422, ['phone_number']]);
    }
    const own = await add({ secondary_contacts: [{ phone_number: '+40 721 000 001' }] });
    expect(own.body.errors).toEqual({
      'secondary_contacts.0.phone_number': ['The lead already has this number.'],
    });
    expect(await listed()).toEqual([]);
  });

  test('answers 404 for a missing campaign or one of another account', async () => {
    const foreign = await createCampaign(await server.account());
    for (const campaign_id of [9_000_000_000, foreign.id]) {
      const refused = await add({ campaign_id });
      expect([refused.status, refused.body]).toEqual([404, { message: 'Campaign not found.' }]);
    }
  });

  test('refuses a duplicate number in the campaign unless duplicates are allowed', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => add()));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of answers.filter((one) => one.status !== 200)) {
      expect([status, Object.keys(body.errors)]).toEqual([422, ['phone_number']]);
    }
    expect((await add({ allow_dupplicate: true })).status).toBe(200);
    expect((await add({ allow_dupplicate: 1 })).status).toBe(200);
    expect((await add({ allow_dupplicate: false })).status).toBe(422);
    const second = await createCampaign(account);
    expect((await add({ campaign_id: second.id, allow_dupplicate: true })).status).toBe(200);
    expect((await add({ campaign_id: second.id })).status).toBe(422);
    expect(await listed()).toHaveLength(4);
  });
});

describe('another spelling of a number', () => {
  const [FIXED, MOBILE] = ['+541187654399', '+5491187654399'];

  test('is a duplicate, and takes over when the first lead is deleted', async () => {
    const first = (await add({ phone_number: FIXED })).body.data.id;
    const refused = await add({ phone_number: MOBILE });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['phone_number']]);
    const second = (await add({ phone_number: MOBILE, allow_dupplicate: true })).body.data.id;
    // The lead keeps its place under its other spelling.
    expect((await update(first, { phone_number: MOBILE })).status).toBe(200);
    expect((await update(first, { phone_number: FIXED })).status).toBe(200);
    await account.delete(`/user/leads/${first}`);
    expect((await add({ phone_number: FIXED })).status).toBe(422);
    await account.delete(`/user/leads/${second}`);
    expect((await add({ phone_number: FIXED })).status).toBe(200);
  });

  test('is refused as a contact of the same lead', async () => {
    const secondary_contacts = [{ phone_number: MOBILE }];
    const refused = await add({ phone_number: FIXED, secondary_contacts });
    expect(Object.keys(refused.body.errors)).toEqual(['secondary_contacts.0.phone_number']);
    const { id } = (await add({ phone_number: FIXED })).body.data;
    expect((await update(id, { secondary_contacts })).status).toBe(422);
  });

  test.each([
    ['+52 1 55 8765 4321', '+525587654321'],
    ['+553187654321', '+5531987654321'],
  ])('that the carrier still uses (%s) is stored as it is dialed', async (written, dialed) => {
    expect((await add({ phone_number: written })).body.data.phone_number).toBe(dialed);
    expect((await add({ phone_number: dialed })).status).toBe(422);
    const listed = await account.post('/user/blacklist', { phone_number: written });
    expect(listed.body.data.phone_number).toBe(dialed);
    const call = await account.post('/user/make_call', { phone_number: written, assistant_id: 1 });
    // The number is accepted; there is no such assistant.
    expect(call.status).toBe(404);
  });
});

describe('an external id', () => {
  const get = async (id: number): Promise<Answer['body']> =>
    (await account.get(`/user/leads/${id}`)).body.data;

  test('makes a second request change the lead, keep its state and merge its variables', async () => {
    const first = await add({
      external_id: 'crm-1',
      variables: { a: 1, b: 2 },
      secondary_contacts: [{ phone_number: OTHER, external_id: 'person-2' }],
    });
    expect(first.body).toMatchObject({
      message: 'Lead created successfully.',
      data: { external_id: 'crm-1', secondary_contacts: [{ external_id: 'person-2' }] },
    });
    const { id } = first.body.data;
    await setLead(id, `status = 'rescheduled', retries = 1, call_tries = 2`);
    const again = await add({ external_id: 'crm-1', phone_number: THIRD, variables: { b: 3 } });
    expect(again.status).toBe(200);
    expect(again.body).toMatchObject({
      message: 'Lead updated successfully.',
      data: {
        id,
        phone_number: THIRD,
        variables: { a: 1, b: 3 },
        status: 'rescheduled',
        retries: 1,
        call_tries: 2,
        secondary_contacts: [{ phone_number: OTHER, external_id: 'person-2' }],
      },
    });
    await update(id, { secondary_contacts: [{ phone_number: OTHER }] });
    expect((await get(id)).secondary_contacts).toMatchObject([{ external_id: 'person-2' }]);
    expect(await listed('?external_id=crm-1')).toMatchObject([{ id }]);
    expect(await listed('?external_id=crm')).toEqual([]);
  });

  test('makes one lead of ten concurrent requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        add({
          external_id: 'crm-1',
          phone_number: `+4072100100${index}`,
          variables: { [`v${index}`]: index },
        }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const [lead, ...others] = await listed();
    expect(others).toEqual([]);
    expect(Object.keys(lead.variables)).toHaveLength(10);
    const created = answers.filter(({ body }) => body.message === 'Lead created successfully.');
    expect(created).toHaveLength(1);
  });

  test('is unique in a campaign, and free in others', async () => {
    const { id } = (await add({ external_id: 'crm-1' })).body.data;
    const other = (await add({ phone_number: OTHER })).body.data;
    const taken = { external_id: ['The campaign has another lead with this external id.'] };
    const refused = await update(other.id, { external_id: 'crm-1' });
    expect([refused.status, refused.body.errors]).toEqual([422, taken]);
    const target = await createCampaign(account);
    await add({ campaign_id: target.id, phone_number: THIRD, external_id: 'crm-1' });
    const moved = await update(id, { campaign_id: target.id });
    expect([moved.status, moved.body.errors]).toEqual([422, taken]);
    expect((await update(id, { external_id: null })).body.data.external_id).toBeNull();
    expect((await update(other.id, { external_id: 'crm-1' })).body.data.external_id).toBe('crm-1');
  });

  test('does not take over a number of another lead', async () => {
    const { id } = (await add({ external_id: 'crm-1' })).body.data;
    await add({ phone_number: OTHER });
    for (const fields of [{ external_id: 'crm-1', phone_number: OTHER }, { external_id: 'crm-2' }]) {
      const refused = await add(fields);
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['phone_number']]);
    }
    expect((await get(id)).phone_number).toBe(NUMBER);
  });
});

describe('a duplicate lead', () => {
  const second = async (): Promise<number> => (await add({ allow_dupplicate: true })).body.data.id;

  test('takes over the number when the first lead is deleted', async () => {
    const first = (await add()).body.data.id;
    await second();
    await second();
    await account.delete(`/user/leads/${first}`);
    expect((await add()).status).toBe(422);
  });

  test('takes over the number when the first lead changes its number', async () => {
    const first = (await add()).body.data.id;
    const next = await second();
    expect((await update(first, { phone_number: OTHER })).status).toBe(200);
    expect((await add()).status).toBe(422);
    await account.delete(`/user/leads/${next}`);
    expect((await add()).status).toBe(200);
  });

  test('cannot change to a number of the campaign, and reserves its new number', async () => {
    await add();
    await add({ phone_number: OTHER });
    const duplicate = await second();
    const refused = await update(duplicate, { phone_number: OTHER });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['phone_number']]);
    expect((await update(duplicate, { phone_number: THIRD })).status).toBe(200);
    expect((await add({ phone_number: THIRD })).status).toBe(422);
  });
});

describe('why a lead is not called', () => {
  const reason = async (id: number): Promise<Answer['body']> =>
    (await account.get(`/user/leads/${id}`)).body.data.waiting;

  test('depends on its campaign and its number', async () => {
    const lead = await createLead(account, { campaign_id: campaign.id, phone_number: NUMBER });
    // International network services have no location.
    const nowhere = await createLead(account, { campaign_id: campaign.id, phone_number: '+883510000000091' });
    expect(await reason(lead.id)).toMatchObject({ code: 'campaign-not-started' });
    await account.put(`/user/campaign/${campaign.id}`, { allowed_days: [dayWithoutCalls()] });
    await setStatus(account, campaign.id, 'start');
    expect(await reason(lead.id)).toMatchObject({ code: 'campaign-days', until: expect.any(String) });
    expect(await reason(nowhere.id)).toMatchObject({ code: 'unknown-zone', until: null });
    await setStatus(account, campaign.id, 'stop');
    expect(await reason(lead.id)).toMatchObject({ code: 'campaign-stopped' });
    await update(lead.id, { status: 'completed' });
    expect(await reason(lead.id)).toBeNull();
  });
});

describe('a change', () => {
  test.each(['/user/leads', '/leads'])('at %s merges variables and keeps the rest', async (path) => {
    const lead = await createLead(account, {
      campaign_id: campaign.id,
      phone_number: NUMBER,
      variables: { a: 1, b: 2 },
      secondary_contacts: [{ phone_number: OTHER }],
    });
    const changed = await account.put(`${path}/${lead.id}`, { variables: { b: 3, c: { d: 4 } } });
    expect(changed.status).toBe(200);
    const { updated_at: _time, ...same } = lead;
    expect(changed.body.data).toMatchObject({ ...same, variables: { a: 1, b: 3, c: { d: 4 } } });
    expect(Object.keys(changed.body.data.variables)).toEqual(['a', 'b', 'c']);
  });

  test("of the lead's number requires one that is unique in the campaign", async () => {
    const lead = await createLead(account, { campaign_id: campaign.id, phone_number: NUMBER });
    await createLead(account, { campaign_id: campaign.id, phone_number: OTHER });
    const taken = await update(lead.id, { phone_number: OTHER });
    expect([taken.status, Object.keys(taken.body.errors)]).toEqual([422, ['phone_number']]);
    const changed = await update(lead.id, { phone_number: '+1 202 555 0143' });
    expect(changed.body.data.phone_number).toBe('+12025550143');
    const [row] = await server.database.query('select zone_key from leads where id = $1', [lead.id]);
    expect(row).toEqual({ zone_key: 'America/New_York' });
  });

  test('that removes the current contact moves on to the next one, not to the lead’s own number', async () => {
    const lead = await createLead(account, {
      campaign_id: campaign.id,
      phone_number: NUMBER,
      secondary_contacts: [{ phone_number: OTHER }, { phone_number: THIRD }],
    });
    const [first, second] = lead.secondary_contacts;
    const turn = async (): Promise<unknown> => {
      const [row] = await server.database.query(
        'select status, contact_id, retries, due_at > clock_timestamp() as is_later from leads where id = $1',
        [lead.id],
      );
      return row;
    };
    await setLead(lead.id, `status = 'scheduled', contact_id = ${first.id}`);
    expect((await update(lead.id, { secondary_contacts: [{ phone_number: THIRD }] })).status).toBe(200);
    expect(await turn()).toEqual({ status: 'scheduled', contact_id: second.id, retries: 0, is_later: false });
    expect((await update(lead.id, { secondary_contacts: [] })).status).toBe(200);
    expect(await turn()).toEqual({ status: 'rescheduled', contact_id: null, retries: 1, is_later: true });
  });

  test('sets a status manually, and a reset restores all retries', async () => {
    const lead = await createLead(account, {
      campaign_id: campaign.id,
      phone_number: NUMBER,
      secondary_contacts: [{ phone_number: OTHER }, { phone_number: THIRD }],
    });
    const [first] = lead.secondary_contacts;
    await setLead(
      lead.id,
      `status = 'scheduled', contact_id = ${first.id}, retries = 2, call_tries = 5, number_is_out = true`,
    );
    for (const status of ['completed', 'reached-max-retries']) {
      const set = await update(lead.id, { status });
      expect(set.body.data).toMatchObject({ status, due_at: null, waiting: null, call_tries: 5 });
    }
    const reset = await update(lead.id, { status: 'created' });
    expect(reset.body.data).toMatchObject({ status: 'created', retries: 0, due_at: expect.any(String) });
    const [row] = await server.database.query('select contact_id, number_is_out from leads where id = $1', [
      lead.id,
    ]);
    expect(row).toEqual({ contact_id: null, number_is_out: false });
    for (const status of ['scheduled', 'processing', 'rescheduled', 'blacklisted', 'x', null]) {
      const refused = await update(lead.id, { status });
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['status']]);
    }
  });

  test('cannot reset the lead or change its number before its live call ends', async () => {
    const lead = await createLead(account, { campaign_id: campaign.id, phone_number: NUMBER });
    const callId = await callLead(lead.id);
    expect((await account.get(`/user/leads/${lead.id}`)).body.data.waiting.code).toBe('call-running');
    const refused = await update(lead.id, { status: 'created' });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['status']]);
    const moved = await update(lead.id, { phone_number: OTHER });
    expect([moved.status, Object.keys(moved.body.errors)]).toEqual([422, ['phone_number']]);
    expect((await update(lead.id, { phone_number: NUMBER, variables: { a: 1 } })).status).toBe(200);
    expect((await update(lead.id, { status: 'completed' })).body.data.status).toBe('completed');
    expect((await update(lead.id, { status: 'created' })).status).toBe(422);
    await endCall(callId);
    expect((await update(lead.id, { status: 'created' })).body.data.status).toBe('created');
  });

  test.each(['/user/leads', '/leads'])(
    'at %s moves the lead to another campaign, where it starts over',
    async (path) => {
      const target = await createCampaign(account);
      const lead = await createLead(account, {
        campaign_id: campaign.id,
        phone_number: NUMBER,
        variables: { a: 1 },
        secondary_contacts: [{ phone_number: OTHER }],
      });
      const twin = await add({ allow_dupplicate: true });
      const [contact] = lead.secondary_contacts;
      await server.database.query(
        `update lead_contacts set status = 'reached-max-retries', call_tries = 1, last_outcome = 'busy' where id = $1`,
        [contact.id],
      );
      await setLead(
        lead.id,
        `status = 'rescheduled', contact_id = ${contact.id}, retries = 2, call_tries = 3, last_outcome = 'busy',
       goal_met = false`,
      );
      const moved = await account.put(`${path}/${lead.id}`, { campaign_id: target.id, variables: { b: 2 } });
      expect(moved.status).toBe(200);
      expect(moved.body.data).toMatchObject({
        id: lead.id,
        campaign_id: target.id,
        campaign: { id: target.id, name: target.name },
        variables: { a: 1, b: 2 },
        status: 'created',
        retries: 0,
        call_tries: 0,
        last_outcome: null,
        goal_met: null,
        secondary_contacts: [{ id: contact.id, status: 'created', call_tries: 0, last_outcome: null }],
      });
      expect(await listed(`?campaign_id=${campaign.id}`)).toMatchObject([{ id: twin.body.data.id }]);
      // The twin now holds the number in the old campaign, so the lead cannot return.
      const back = await update(lead.id, { campaign_id: campaign.id });
      expect([back.status, back.body.errors]).toEqual([
        422,
        { campaign_id: ['The campaign already has a lead with this number.'] },
      ]);
      // The campaign that it is in already changes nothing.
      await setLead(lead.id, 'retries = 1');
      expect((await update(lead.id, { campaign_id: target.id })).body.data.retries).toBe(1);
    },
  );

  test('does not move a lead during its call, or to a campaign of another account', async () => {
    const target = await createCampaign(account);
    const foreign = await createCampaign(await server.account());
    const lead = await createLead(account, { campaign_id: campaign.id, phone_number: NUMBER });
    for (const campaign_id of [foreign.id, 999_999]) {
      const refused = await update(lead.id, { campaign_id });
      expect([refused.status, refused.body.errors]).toEqual([
        422,
        { campaign_id: ['The selected campaign id is invalid.'] },
      ]);
    }
    const callId = await callLead(lead.id);
    const refused = await update(lead.id, { campaign_id: target.id });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['campaign_id']]);
    expect((await account.get(`/user/leads/${lead.id}`)).body.data.campaign_id).toBe(campaign.id);
    await endCall(callId);
    await update(lead.id, { status: 'completed' });
    const moved = await update(lead.id, { campaign_id: target.id });
    expect(moved.body.data).toMatchObject({ campaign_id: target.id, status: 'created' });
  });

  test('leaves a moved lead blacklisted', async () => {
    const target = await createCampaign(account);
    const lead = await createLead(account, { campaign_id: campaign.id, phone_number: NUMBER });
    await account.post('/user/blacklist', { phone_number: NUMBER });
    expect((await update(lead.id, { campaign_id: target.id })).body.data).toMatchObject({
      campaign_id: target.id,
      status: 'blacklisted',
      due_at: null,
    });
  });

  test('replaces contacts and keeps the state of kept ones', async () => {
    const lead = await createLead(account, {
      campaign_id: campaign.id,
      phone_number: NUMBER,
      secondary_contacts: [{ phone_number: OTHER, variables: { a: 1 } }, { phone_number: THIRD }],
    });
    const [first, second] = lead.secondary_contacts;
    await server.database.query(
      `update lead_contacts set status = 'reached-max-retries', call_tries = 2 where id = $1`,
      [first.id],
    );
    await setLead(lead.id, `status = 'scheduled', contact_id = ${second.id}`);
    const changed = await update(lead.id, {
      secondary_contacts: [{ phone_number: '+40721000009' }, { phone_number: OTHER }],
    });
    expect(changed.body.data.secondary_contacts).toMatchObject([
      { phone_number: '+40721000009', status: 'scheduled' },
      {
        id: first.id,
        phone_number: OTHER,
        status: 'reached-max-retries',
        call_tries: 2,
        variables: { a: 1 },
      },
    ]);
    const [row] = await server.database.query('select contact_id from leads where id = $1', [lead.id]);
    expect(row).toEqual({ contact_id: changed.body.data.secondary_contacts[0].id });
    const own = await update(lead.id, { secondary_contacts: [{ phone_number: NUMBER }] });
    expect(Object.keys(own.body.errors)).toEqual(['secondary_contacts.0.phone_number']);
    const contactsNumber = await update(lead.id, { phone_number: OTHER });
    expect([contactsNumber.status, contactsNumber.body.errors]).toEqual([
      422,
      { phone_number: ['The lead already has this number.'] },
    ]);
    const both = { phone_number: OTHER, secondary_contacts: [{ phone_number: NUMBER }] };
    expect((await update(lead.id, both)).body.data).toMatchObject({ phone_number: OTHER });
    expect((await update(lead.id, { phone_number: THIRD })).status).toBe(200);
    expect((await update(lead.id, { secondary_contacts: [] })).body.data.secondary_contacts).toEqual([]);
  });

  test('does not remove a contact in a call', async () => {
    const lead = await createLead(account, {
      campaign_id: campaign.id,
      phone_number: NUMBER,
      secondary_contacts: [{ phone_number: OTHER }],
    });
    await callLead(lead.id);
    await setLead(lead.id, `contact_id = ${lead.secondary_contacts[0].id}`);
    const refused = await update(lead.id, { secondary_contacts: [] });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['secondary_contacts']]);
    expect((await account.get(`/user/leads/${lead.id}`)).body.data.secondary_contacts).toHaveLength(1);
  });

  test('answers 404 for a missing lead or one of another account', async () => {
    const otherAccount = await server.account();
    const other = await createCampaign(otherAccount);
    const foreign = await createLead(otherAccount, { campaign_id: other.id, phone_number: NUMBER });
    for (const id of [9_000_000_000, foreign.id]) {
      for (const answer of [
        await update(id, { variables: {} }),
        await account.get(`/user/leads/${id}`),
        await account.delete(`/user/leads/${id}`),
      ]) {
        expect([answer.status, answer.body]).toEqual([404, { message: 'Lead not found.' }]);
      }
    }
  });
});

test('deletes a lead completely, even during its call', async () => {
  const lead = await createLead(account, {
    campaign_id: campaign.id,
    phone_number: NUMBER,
    secondary_contacts: [{ phone_number: OTHER }],
  });
  const callId = await callLead(lead.id);
  expect((await account.delete(`/user/leads/${lead.id}`)).body).toEqual({
    message: 'Lead deleted successfully.',
  });
  expect((await account.get(`/user/leads/${lead.id}`)).status).toBe(404);
  expect(await server.database.query('select from lead_contacts where lead_id = $1', [lead.id])).toEqual([]);
  expect((await account.get(`/user/calls/${callId}`)).status).toBe(200);
  await endCall(callId);
});

describe('the list', () => {
  test('is filtered and paginated, newest first', async () => {
    const other = await createCampaign(account);
    const ids: number[] = [];
    for (const [index, campaign_id] of [campaign.id, campaign.id, other.id].entries()) {
      const lead = await createLead(account, { campaign_id, phone_number: `+4072100010${index}` });
      ids.push(lead.id);
    }
    const [first = 0, second = 0, third = 0] = ids;
    await update(second, { status: 'completed' });
    await setLead(first, `created_at = '2026-03-01T23:59:59Z'`);
    const found = async (query: string): Promise<number[]> => (await listed(`?${query}`)).map(({ id }) => id);
    expect(await found('')).toEqual([third, second, first]);
    expect(await found(`campaign_id=${campaign.id}`)).toEqual([second, first]);
    expect(await found('status=completed')).toEqual([second]);
    expect(await found('phone_number=000102')).toEqual([third]);
    expect(await found('phone_number=%2B407210')).toEqual([third, second, first]);
    expect(await found('phone_number=%2B40 721-0')).toEqual([third, second, first]);
    expect(await found('date_to=2026-03-01')).toEqual([first]);
    expect(await found('date_from=2026-03-02')).toEqual([third, second]);
    const page = (await account.get('/user/leads?per_page=2&page=2')).body;
    expect(page).toMatchObject({ current_page: 2, per_page: 2, total: 3, from: 3, to: 3, last_page: 2 });
    expect(page.data.map(({ id }: { id: number }) => id)).toEqual([first]);
    expect((await account.get('/user/leads?page=9')).body).toMatchObject({ data: [], total: 3, from: null });
  });

  test('refuses invalid filters and campaigns of other accounts', async () => {
    const foreign = await createCampaign(await server.account());
    const wrong = `status=x&campaign_id=${foreign.id}&date_from=1.1.2026&per_page=101&page=0`;
    const refused = await account.get(`/user/leads?${wrong}`);
    expect(Object.keys(refused.body.errors).sort()).toEqual([
      'campaign_id',
      'date_from',
      'page',
      'per_page',
      'status',
    ]);
  });
});
