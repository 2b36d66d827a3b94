import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { mobileNumber, outboundAssistant } from '../../kit/calls.ts';
import { AT_ANY_HOUR, busy, campaignOnce, dialsTo, leadsOf } from '../../kit/campaign-dials.ts';
import { createCampaign, createLead, setStatus } from '../../kit/campaigns.ts';
import { manualClock } from '../../kit/clocks.ts';
import { insertEndedCall } from '../../kit/owned-rows.ts';
import { type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';
import { type ScriptedVoice, scriptedVoice } from '../../kit/voice/scripted-calls.ts';

let server: TestServer;
let voice: ScriptedVoice;
let account: Client;
/** A Saturday, 12:00 in Bucharest. */
const SATURDAY = new Date('2026-12-05T10:00:00Z');
const clock = manualClock(SATURDAY);

beforeAll(async () => {
  voice = scriptedVoice();
  server = await startTestServer({
    overrides: { voice: voice.overrides, clock },
    environment: AT_ANY_HOUR,
  });
});
afterAll(async () => {
  await server.database.query(`update campaigns set status = 'stopped' where status = 'in-progress'`);
  for (const dial of voice.dials) dial.tell(busy);
  for (const call of voice.calls) call.end();
  await server.stop();
});
beforeEach(async () => {
  account = await server.account();
});

async function checkOf(id: number, client = account) {
  const { status, body } = await client.get(`/user/campaign/${id}/start-check`);
  expect(status).toBe(200);
  return body.data;
}

async function greeter(fields: Record<string, unknown> = {}): Promise<number> {
  const { id } = await outboundAssistant(account, {
    initial_message: 'Hello {{first_name}}, {{company}} here, about {{time}} and {{Order No}}.',
    variables: { company: 'The mill', time: 'Tuesday at ten' },
    ...fields,
  });
  return id;
}

test('tells who is called, when, at what cost, and which variables have no value', async () => {
  const assistant_id = await greeter();
  const { id } = await createCampaign(account, {
    assistant_id,
    timezone: 'Europe/Bucharest',
    allowed_days: ['monday'],
    allowed_hours_start_time: '09:00',
    allowed_hours_end_time: '17:59',
    max_calls_in_parallel: 2,
  });
  const numbers = Array.from({ length: 4 }, () => mobileNumber());
  const variables = [{ 'First name': 'Ana', order_no: 7 }, { first_name: ' ' }, { time: 'noon' }, {}];
  for (const [index, phone_number] of numbers.entries()) {
    await createLead(account, { campaign_id: id, phone_number, variables: variables[index] });
  }
  await account.post('/user/blacklist', { phone_number: numbers[3] });
  const check = await checkOf(id);
  expect(check).toMatchObject({
    campaign_id: id,
    can_start: true,
    problems: [],
    leads: { total: 4, waiting: 3, callable: 3, callable_now: 0, do_not_call: 1 },
    first_call_at: '2026-12-07T07:00:00.000000Z',
    max_calls_in_parallel: 2,
    cost: { per_minute: 0.1, minutes_per_call: 1, answered_percent: 100, based_on_calls: 0, total: 0.3 },
    checked_leads: 3,
  });
  expect(check.numbers).toEqual([expect.objectContaining({ phone_number: expect.stringMatching(/^\+/) })]);
  expect(check.covered_calls).toBe(Math.floor(check.balance / 0.1 + 1e-9));
  expect(check.missing_variables).toEqual([
    { name: 'first_name', leads: 2, value: null, examples: [numbers[1], numbers[2]] },
    { name: 'company', leads: 3, value: 'The mill', examples: [numbers[0], numbers[1], numbers[2]] },
    { name: 'time', leads: 2, value: 'Tuesday at ten', examples: [numbers[0], numbers[1]] },
    { name: 'Order No', leads: 2, value: null, examples: [numbers[1], numbers[2]] },
  ]);
});

test('a default of the assistant is reported by the import preview', async () => {
  const { id } = await createCampaign(account, { assistant_id: await greeter() });
  const csv = `phone,first name,order no\n${mobileNumber()},Ana,7\n${mobileNumber()},,8\n`;
  const preview = await account.post(`/user/campaign/${id}/leads/import?dry_run=true`, csv, {
    'content-type': 'text/csv',
  });
  expect(preview.body.data.missing_variables).toEqual([
    { name: 'first_name', leads: 1, value: null, examples: [] },
    { name: 'company', leads: 2, value: 'The mill', examples: [] },
    { name: 'time', leads: 2, value: 'Tuesday at ten', examples: [] },
  ]);
});

test('estimates from the past calls of the assistant, and warns of a short balance', async () => {
  const assistant_id = await greeter();
  const { id } = await createCampaign(account, { assistant_id });
  for (let index = 0; index < 3; index += 1) {
    await createLead(account, { campaign_id: id, phone_number: mobileNumber() });
  }
  for (let index = 0; index < 5; index += 1) {
    const call = await insertEndedCall(server, account, assistant_id);
    await server.database.query(
      `update calls set status = case when $2 then 'completed' else status end, initiated_at = ended_at - interval '90 seconds', ringing_at = null,
         answered_at = case when $2 then ended_at - interval '61 seconds' end where id = $1`,
      [call, index < 3],
    );
  }
  await server.database.query('update users set balance_micros = 250000 where id = $1', [account.userId]);
  expect(await checkOf(id)).toMatchObject({
    cost: { minutes_per_call: 2, answered_percent: 60, based_on_calls: 5, total: 0.36 },
    balance: 0.25,
    covered_calls: 1,
    warnings: expect.arrayContaining([expect.stringContaining('The balance covers about 1 answered call.')]),
  });
});

test('names every problem, starts nothing, and hides campaigns of other accounts', async () => {
  const { id } = await createCampaign(account, {
    assistant_id: await greeter(),
    ends_at: '2026-12-05T09:59:59Z',
  });
  await server.database.query('update users set balance_micros = 0 where id = $1', [account.userId]);
  const check = await checkOf(id);
  expect(check).toMatchObject({ can_start: false, first_call_at: null, leads: { total: 0 } });
  expect(check.problems).toEqual([
    "The campaign's end date has passed. Change or remove it.",
    'The balance of this account does not cover a call.',
  ]);
  const refused = await setStatus(account, id, 'start');
  expect([refused.status, refused.body.message]).toEqual([400, check.problems[0]]);
  const other = await server.account();
  expect((await other.get(`/user/campaign/${id}/start-check`)).status).toBe(404);
});

test('refuses an end that is not after the start, also against a stored date', async () => {
  const { id } = await createCampaign(account, { starts_at: '2026-12-07T08:00:00+02:00' });
  const { data } = (await account.get(`/user/campaign/${id}`)).body;
  expect([data.starts_at, data.ends_at]).toEqual(['2026-12-07T06:00:00.000000Z', null]);
  const refused = await account.put(`/user/campaign/${id}`, { ends_at: '2026-12-07T06:00:00Z' });
  expect([refused.status, refused.body.errors]).toEqual([
    422,
    { ends_at: ['The ends at field must be after starts at.'] },
  ]);
  expect((await account.put(`/user/campaign/${id}`, { ends_at: 'tomorrow' })).status).toBe(422);
  const cleared = await account.put(`/user/campaign/${id}`, {
    starts_at: null,
    ends_at: '2026-12-07T06:00:00Z',
  });
  expect(cleared.body.data).toMatchObject({ starts_at: null, ends_at: '2026-12-07T06:00:00.000000Z' });
});

test('calls from its start date on, and completes at its end date with the leads that are left', async () => {
  const { id } = await createCampaign(account, {
    assistant_id: await greeter(),
    max_calls_in_parallel: 1,
    starts_at: '2026-12-05T11:00:00Z',
    ends_at: '2026-12-05T12:00:00Z',
  });
  const [called, left] = [mobileNumber(), mobileNumber()];
  for (const phone_number of [called, left]) await createLead(account, { campaign_id: id, phone_number });
  expect(await checkOf(id)).toMatchObject({ first_call_at: '2026-12-05T11:00:00.000000Z' });
  expect((await setStatus(account, id, 'start')).status).toBe(200);
  const [early] = await leadsOf(account, id);
  expect(early.waiting).toMatchObject({
    code: 'campaign-start-date',
    until: '2026-12-05T11:00:00.000000Z',
  });
  clock.advance(3_600_000);
  const [dial] = await dialsTo([voice], [called], 1);
  // The end date passes during the call: the other lead is not called.
  clock.advance(3_600_000);
  dial?.tell(busy);
  const ended = await campaignOnce(account, id, ({ status }) => status === 'completed');
  expect(ended.stop_reason).toContain('reached its end date');
  expect(voice.dials.filter(({ request }) => request.to === left)).toEqual([]);
  expect((await leadsOf(account, id)).map(({ waiting }) => waiting?.code)).toEqual([
    'campaign-end-date',
    'campaign-end-date',
  ]);
});
