import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAssistant } from '../../kit/assistants.ts';
import { outboundAssistant } from '../../kit/calls.ts';
import { LIKE_PEOPLE } from '../../kit/campaign-dials.ts';
import { createCampaign, createLead, dayWithoutCalls, setStatus } from '../../kit/campaigns.ts';
import { insertNumber } from '../../kit/owned-rows.ts';
import { type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';

let server: TestServer;
let account: Client;

beforeAll(async () => {
  server = await startTestServer({ environment: { PARLEY_MAX_CAMPAIGNS: '20', ...LIKE_PEOPLE } });
});
afterAll(() => server.stop());
beforeEach(async () => {
  account = await server.account();
});

describe('creating', () => {
  test.each(['/user/campaign', '/user/campaigns'])('at %s returns a draft with defaults', async (path) => {
    const assistant = await outboundAssistant(account);
    const created = await account.post(path, { name: 'Spring', assistant_id: assistant.id });
    expect(created.status).toBe(201);
    expect(created.body.data).toEqual({
      id: expect.any(Number),
      name: 'Spring',
      status: 'draft',
      assistant_id: assistant.id,
      max_calls_in_parallel: 3,
      mark_complete_when_no_leads: true,
      allowed_hours_start_time: '00:00:00',
      allowed_hours_end_time: '23:59:00',
      allowed_days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
      max_retries: 3,
      retry_interval: 60,
      contact_pause: 60,
      retry_on_voicemail: false,
      retry_on_goal_incomplete: false,
      goal_completion_variable: null,
      starts_at: null,
      ends_at: null,
      phone_number_ids: [],
      timezone: 'UTC',
      has_chosen_numbers: false,
      stop_reason: null,
      started_at: null,
      completed_at: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect((await account.get(`/user/campaign/${created.body.data.id}`)).body).toEqual({
      data: created.body.data,
    });
    expect((await account.get('/user/campaigns')).body).toEqual([created.body.data]);
  });

  test('stores all given fields', async () => {
    const first = await insertNumber(account);
    const second = await insertNumber(account);
    const given = {
      starts_at: '2031-03-03T09:00:00.000000Z',
      ends_at: '2031-03-07T18:00:00.000000Z',
      max_calls_in_parallel: 10,
      allowed_days: ['friday', 'monday', 'friday'],
      timezone: 'Europe/Bucharest',
      max_retries: 1,
      retry_interval: 4320,
      contact_pause: 10_080,
      retry_on_voicemail: true,
      retry_on_goal_incomplete: 1,
      goal_completion_variable: 'status',
      mark_complete_when_no_leads: false,
      phone_number_ids: [second, first],
    };
    const hours = { allowed_hours_start_time: '21:30', allowed_hours_end_time: '6:05' };
    expect(await createCampaign(account, { ...given, ...hours })).toMatchObject({
      ...given,
      allowed_hours_start_time: '21:30:00',
      allowed_hours_end_time: '06:05:00',
      allowed_days: ['friday', 'monday'],
      retry_on_goal_incomplete: true,
    });
  });

  test("defaults to the account's zone", async () => {
    await server.database.query('update users set timezone = $2 where id = $1', [
      account.userId,
      'America/Lima',
    ]);
    expect(await createCampaign(account)).toMatchObject({ timezone: 'America/Lima' });
  });

  test('returns all validation errors at once', async () => {
    const { id } = await outboundAssistant(account);
    const own = await insertNumber(account);
    const foreign = await insertNumber(await server.account());
    const refused = await account.post('/user/campaign', {
      name: 'x'.repeat(256),
      assistant_id: id,
      timezone: 'Mars/Base',
      max_calls_in_parallel: 11,
      allowed_hours_start_time: '24:00',
      allowed_hours_end_time: '09:30:00',
      allowed_days: ['monday', 'Someday'],
      max_retries: 6,
      retry_interval: 9,
      retry_on_voicemail: 'perhaps',
      goal_completion_variable: 'summary',
      phone_number_ids: [own, foreign, own],
    });
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.body.errors).sort()).toEqual([
      'allowed_days.1',
      'allowed_hours_end_time',
      'allowed_hours_start_time',
      'goal_completion_variable',
      'max_calls_in_parallel',
      'max_retries',
      'name',
      'phone_number_ids.1',
      'phone_number_ids.2',
      'retry_interval',
      'retry_on_voicemail',
      'timezone',
    ]);
    expect(Object.keys((await account.post('/user/campaign', {})).body.errors)).toEqual([
      'name',
      'assistant_id',
    ]);
    const never = { name: 'Never', assistant_id: id, allowed_days: [] };
    expect(Object.keys((await account.post('/user/campaign', never)).body.errors)).toEqual(['allowed_days']);
  });

  test('answers 404 for an assistant that is missing, inbound, deleted or of another account', async () => {
    const foreign = await outboundAssistant(await server.account());
    const inbound = await createAssistant(account);
    const deleted = await outboundAssistant(account);
    await account.delete(`/user/assistant/${deleted.id}`);
    for (const assistant_id of [9_000_000_000, foreign.id, inbound.id, deleted.id]) {
      const refused = await account.post('/user/campaign', { name: 'Spring', assistant_id });
      expect([refused.status, refused.body]).toEqual([404, { message: 'Outbound assistant not found.' }]);
    }
    expect((await account.get('/user/campaigns')).body).toEqual([]);
  });

  test('answers 403 exactly at the limit under concurrency', async () => {
    const { id } = await outboundAssistant(account);
    const body = { name: 'Spring', assistant_id: id };
    const answers = await Promise.all(Array.from({ length: 25 }, () => account.post('/user/campaign', body)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(5);
    const [first] = (await account.get('/user/campaigns')).body;
    await account.delete(`/user/campaign/${first.id}`);
    expect((await account.post('/user/campaign', body)).status).toBe(201);
  });

  test('happens once under an Idempotency-Key', async () => {
    const { id } = await outboundAssistant(account);
    const key = { 'idempotency-key': 'a' };
    const first = await account.post('/user/campaign', { name: 'Spring', assistant_id: id }, key);
    expect((await account.post('/user/campaign', { name: 'Spring', assistant_id: id }, key)).text).toBe(
      first.text,
    );
    expect((await account.get('/user/campaigns')).body).toHaveLength(1);
  });
});

describe('changing', () => {
  test('keeps absent fields, and null restores defaults', async () => {
    const number = await insertNumber(account);
    const campaign = await createCampaign(account, {
      timezone: 'Europe/Bucharest',
      max_retries: 5,
      goal_completion_variable: 'status',
      allowed_hours_start_time: '09:00',
      phone_number_ids: [number],
    });
    const path = `/user/campaign/${campaign.id}`;
    const renamed = await account.put(path, { name: 'Summer' });
    expect(renamed.status).toBe(200);
    const { updated_at, ...same } = campaign;
    expect(renamed.body.data).toEqual({ ...same, name: 'Summer', updated_at: expect.any(String) });
    expect(renamed.body.data.updated_at > updated_at).toBe(true);
    const reset = await account.put(path, {
      timezone: null,
      max_retries: null,
      goal_completion_variable: null,
      phone_number_ids: [],
      allowed_hours_start_time: null,
    });
    expect(reset.body.data).toMatchObject({
      name: 'Summer',
      timezone: 'UTC',
      max_retries: 3,
      goal_completion_variable: null,
      phone_number_ids: [],
      allowed_hours_start_time: '00:00:00',
    });
    expect((await account.get(path)).body.data).toEqual(reset.body.data);
  });

  test('takes a campaign as it was read', async () => {
    const campaign = await createCampaign(account, {
      goal_completion_variable: 'status',
      allowed_hours_start_time: '21:30',
      allowed_hours_end_time: '6:05',
      phone_number_ids: [await insertNumber(account)],
    });
    const written = await account.put(`/user/campaign/${campaign.id}`, campaign);
    expect(written.status).toBe(200);
    expect(written.body.data).toEqual({ ...campaign, updated_at: expect.any(String) });
  });

  test('refuses hours of one minute, and seconds', async () => {
    const { id } = await createCampaign(account, { allowed_hours_start_time: '09:00' });
    const put = async (hours: object) => (await account.put(`/user/campaign/${id}`, hours)).body.errors;
    expect(await put({ allowed_hours_end_time: '9:00' })).toEqual({
      allowed_hours_end_time: [
        'The allowed hours end time field must differ from the start. For the whole day, send 00:00 and 23:59.',
      ],
    });
    expect(Object.keys(await put({ allowed_hours_start_time: '09:00:30' }))).toEqual([
      'allowed_hours_start_time',
    ]);
  });

  test('the assistant keeps the goal of a campaign until the campaign is completed', async () => {
    const assistant = await outboundAssistant(account);
    const fields = { name: 'Spring', assistant_id: assistant.id, goal_completion_variable: 'status' };
    const { body } = await account.post('/user/campaign', fields);
    const path = `/user/assistant/${assistant.id}`;
    const without = [{ name: 'booked', type: 'bool', description: 'Booked' }];
    expect((await account.put(path, { post_call_schema: without })).body.errors).toEqual({
      post_call_schema: ['The campaign "Spring" needs the bool field status.'],
    });
    const text = [{ name: 'status', type: 'string', description: 'What came out' }];
    expect((await account.put(path, { post_call_schema: text })).status).toBe(422);
    expect((await account.put(path, { post_call_evaluation: false })).body.errors).toEqual({
      post_call_evaluation: ['The campaign "Spring" needs the evaluation for its goal status.'],
    });
    const more = [...without, { name: 'status', type: 'bool', description: 'Reached' }];
    expect((await account.put(path, { post_call_schema: more })).status).toBe(200);
    expect((await account.put(path, { post_call_schema: null })).status).toBe(200);
    await server.database.query(`update campaigns set status = 'completed' where id = $1`, [body.data.id]);
    expect((await account.put(path, { post_call_schema: [], post_call_evaluation: false })).status).toBe(200);
  });

  test('refuses a goal missing in the new assistant, and an inbound assistant', async () => {
    const campaign = await createCampaign(account, { goal_completion_variable: 'status' });
    const path = `/user/campaign/${campaign.id}`;
    const schema = [{ name: 'booked', type: 'bool', description: 'Booked' }];
    const other = await outboundAssistant(account, { post_call_schema: schema });
    const refused = await account.put(path, { assistant_id: other.id });
    expect(Object.keys(refused.body.errors)).toEqual(['goal_completion_variable']);
    const both = await account.put(path, { assistant_id: other.id, goal_completion_variable: 'booked' });
    expect(both.body.data).toMatchObject({ assistant_id: other.id, goal_completion_variable: 'booked' });
    const inbound = await createAssistant(account);
    const unknown = await account.put(path, { assistant_id: inbound.id, goal_completion_variable: null });
    expect(unknown.status).toBe(404);
    expect((await account.put(path, { name: null, max_retries: 0 })).body.errors).toEqual({
      name: ['The name field is required.'],
      max_retries: ['The max retries field must be at least 1.'],
    });
  });

  test('happens automatically when the account releases a chosen number', async () => {
    const [first, second] = [await insertNumber(account), await insertNumber(account)];
    const campaign = await createCampaign(account, { phone_number_ids: [first, second] });
    await account.delete(`/user/phone-numbers/${first}`);
    const { body } = await account.get(`/user/campaign/${campaign.id}`);
    expect(body.data.phone_number_ids).toEqual([second]);
  });
});

describe('starting and stopping', () => {
  async function startable(): Promise<number> {
    const campaign = await createCampaign(account, { allowed_days: [dayWithoutCalls()] });
    await createLead(account, { campaign_id: campaign.id, phone_number: '+40721000001' });
    return campaign.id;
  }

  test('the start names goal settings without effect', async () => {
    const campaign = await createCampaign(account, {
      allowed_days: [dayWithoutCalls()],
      retry_on_goal_incomplete: true,
    });
    await createLead(account, { campaign_id: campaign.id, phone_number: '+40721000001' });
    expect((await setStatus(account, campaign.id, 'start')).body.data.warnings).toEqual([
      'Leads are not retried for a missed goal: goal_completion_variable is not set.',
    ]);
  });

  test('goes from draft to in-progress to stopped and back', async () => {
    const id = await startable();
    const started = await setStatus(account, id, 'start');
    expect([started.status, started.body]).toEqual([
      200,
      {
        message: 'Campaign started successfully.',
        success: true,
        data: { campaign_id: id, status: 'in-progress', warnings: [] },
      },
    ]);
    const [campaign] = (await account.get('/user/campaigns')).body;
    expect(campaign).toMatchObject({ status: 'in-progress', started_at: expect.any(String) });
    const assistant = await account.get(`/user/assistant/${campaign.assistant_id}`);
    expect(assistant.body.data.status).toBe('active');
    const again = await setStatus(account, id, 'start');
    expect([again.status, again.body]).toEqual([
      400,
      { message: 'The campaign is already running.', success: false },
    ]);
    expect((await setStatus(account, id, 'stop')).body.data).toEqual({
      campaign_id: id,
      status: 'stopped',
      warnings: [],
    });
    const still = await setStatus(account, id, 'stop');
    expect([still.status, still.body.message]).toEqual([400, 'The campaign is not running.']);
    expect((await setStatus(account, id, 'start')).body.data.status).toBe('in-progress');
  });

  test('answers 400 for a campaign that cannot start', async () => {
    const refusal = async (id: number, action = 'start'): Promise<string> => {
      const { status, body } = await setStatus(account, id, action);
      expect([status, body.success]).toEqual([400, false]);
      return body.message;
    };
    const id = await startable();
    expect(await refusal(id, 'pause')).toBe('The action must be start or stop.');
    expect(await refusal(id, 'stop')).toBe('The campaign is not running.');
    const empty = await createCampaign(account);
    expect(await refusal(empty.id)).toBe('The campaign has no lead that can be called.');
    const nowhere = await createCampaign(account);
    await createLead(account, { campaign_id: nowhere.id, phone_number: '+881612345678' });
    expect(await refusal(nowhere.id)).toBe(
      'The campaign has no lead that can be called. The time zone of this number is unknown, so it is not called.',
    );
    const nightly = { allowed_hours_start_time: '02:00', allowed_hours_end_time: '04:00' };
    const never = await createCampaign(account, { timezone: 'Europe/Bucharest', ...nightly });
    await createLead(account, { campaign_id: never.id, phone_number: '+40721000001' });
    expect(await refusal(never.id)).toContain('never overlap the hours');
    await account.request('PUT', '/sandbox/balance', {
      body: JSON.stringify({ amount: 0 }),
      headers: { 'content-type': 'application/json' },
    });
    expect(await refusal(id)).toBe('The balance of this account does not cover a call.');
    for (const number of (await account.get('/user/phone-numbers/all')).body.data) {
      await account.delete(`/user/phone-numbers/${number.id}`);
    }
    expect(await refusal(id)).toBe('This campaign has no phone number to call from.');
    const [{ assistant_id }] = (await account.get('/user/campaigns')).body;
    await account.delete(`/user/assistant/${assistant_id}`);
    expect(await refusal(id)).toContain('was deleted');
  });

  test('answers 404 for unknown campaigns and those of other accounts, 422 for invalid fields', async () => {
    const foreign = await createCampaign(await server.account());
    for (const id of [9_000_000_000, foreign.id]) {
      const { status, body } = await setStatus(account, id, 'start');
      expect([status, body]).toEqual([404, { message: 'Campaign not found.', success: false }]);
    }
    const broken = await account.post('/user/campaigns/update-status', { campaign_id: 'x' });
    expect([broken.status, Object.keys(broken.body.errors)]).toEqual([422, ['campaign_id']]);
  });

  test('answers 400 for an unknown action', async () => {
    const id = await startable();
    for (const action of [undefined, null, '', 'pause', 5, true, ['start'], { action: 'start' }]) {
      const { status, body } = await account.post('/user/campaigns/update-status', {
        campaign_id: id,
        action,
      });
      expect([status, body]).toEqual([400, { message: 'The action must be start or stop.', success: false }]);
    }
  });

  test('starts and stops once under concurrency', async () => {
    const id = await startable();
    const answers = await Promise.all(Array.from({ length: 6 }, () => setStatus(account, id, 'start')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(5);
  });
});

describe('deleting', () => {
  test('hides the campaign, removes its leads and answers 404 from then on', async () => {
    const campaign = await createCampaign(account);
    const lead = await createLead(account, { campaign_id: campaign.id, phone_number: '+40721000001' });
    const path = `/user/campaign/${campaign.id}`;
    const deleted = await account.delete(path);
    expect([deleted.status, deleted.body]).toEqual([200, { message: 'Campaign deleted successfully.' }]);
    expect((await account.get('/user/campaigns')).body).toEqual([]);
    for (const answer of [
      await account.get(path),
      await account.put(path, { name: 'X' }),
      await account.delete(path),
      await setStatus(account, campaign.id, 'start'),
      await account.get(`/user/leads/${lead.id}`),
      await account.post('/user/lead', { campaign_id: campaign.id, phone_number: '+40721000002' }),
    ]) {
      expect(answer.status).toBe(404);
    }
    expect((await account.get('/user/leads')).body.total).toBe(0);
  });
});
