import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { callOnce, outboundAssistant } from '../../kit/calls.ts';
import {
  AT_ANY_HOUR,
  busy,
  dialsTo,
  invalidNumber,
  leadsOf,
  runningCampaign,
} from '../../kit/campaign-dials.ts';
import { createCampaign, createLead } from '../../kit/campaigns.ts';
import { manualClock } from '../../kit/clocks.ts';
import { eventually } from '../../kit/eventually.ts';
import { type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';
import { customerSays, type ScriptedVoice, scriptedVoice } from '../../kit/voice/scripted-calls.ts';

let server: TestServer;
let voice: ScriptedVoice;
let account: Client;
const clock = manualClock(new Date('2026-03-02T12:40:00Z'));

beforeAll(async () => {
  voice = scriptedVoice();
  server = await startTestServer({ overrides: { voice: voice.overrides, clock }, environment: AT_ANY_HOUR });
});
afterAll(async () => {
  // A stopping process waits for its calls.
  await server.database.query(`update campaigns set status = 'stopped' where status = 'in-progress'`);
  for (const dial of voice.dials) dial.tell(busy);
  for (const call of voice.calls) call.end();
  await server.stop();
});
beforeEach(async () => {
  account = await server.account();
});

async function reportOf(id: number) {
  const { status, body } = await account.get(`/user/campaign/${id}/report`);
  expect(status).toBe(200);
  return body.data;
}

/** Columns that could identify a callee or contain content. */
function traces(callId: number): Promise<unknown[]> {
  return server.database.query(
    `select id from calls where id = $1 and (client_phone_number is not null or evaluation is not null
       or variables::text <> '{}' or recording_key is not null or carrier_call_id is not null)
     union all select call_id from call_transcript where call_id = $1
     union all select call_id from call_events where call_id = $1
     union all select call_id from call_recording_pieces where call_id = $1
     union all select call_id from model_calls where call_id = $1`,
    [callId],
  );
}

test('the report is empty for a draft without leads', async () => {
  const { id } = await createCampaign(account, { timezone: 'Europe/Bucharest' });
  expect(await reportOf(id)).toEqual({
    id,
    name: 'Spring',
    status: 'draft',
    timezone: 'Europe/Bucharest',
    generated_at: '2026-03-02T12:40:00.000000Z',
    funnel: { leads: 0, called: 0, answered: 0, converted: 0 },
    leads: {
      created: 0,
      scheduled: 0,
      processing: 0,
      rescheduled: 0,
      completed: 0,
      'reached-max-retries': 0,
      blacklisted: 0,
    },
    attempts: {
      total: 0,
      running: 0,
      answered: 0,
      machine: 0,
      no_answer: 0,
      busy: 0,
      failed: 0,
      answer_rate: null,
      per_called_lead: null,
      average_duration: null,
    },
    goal: null,
    cost: { total: 0, per_answered_lead: null, per_goal: null },
    hours: [],
    waiting: [],
    left_out: [],
  });
});

test('shows all leads of a draft as waiting for its start', async () => {
  const { id } = await createCampaign(account);
  await createLead(account, { campaign_id: id, phone_number: '+40721000001' });
  await createLead(account, { campaign_id: id, phone_number: '+14155550100' });
  expect((await reportOf(id)).waiting).toEqual([
    { code: 'campaign-not-started', text: 'The campaign has not been started.', leads: 2, until: null },
  ]);
});

const goal = [{ name: 'status', type: 'bool', description: 'Whether an appointment was made' }];

test('the report agrees with the lists of calls and leads', async () => {
  const assistant = await outboundAssistant(account, { post_call_schema: goal });
  const { id, numbers } = await runningCampaign(account, {
    leads: 5,
    max_calls_in_parallel: 4,
    retry_interval: 60,
    timezone: 'Asia/Kolkata',
    assistant_id: assistant.id,
    goal_completion_variable: 'status',
  });
  await createLead(account, { campaign_id: id, phone_number: '+881612345678' });
  const [person, machine, engaged, invalid] = await dialsTo([voice], numbers, 4);
  if (person === undefined || machine === undefined) throw new Error('The numbers were not dialed.');
  const talk = await voice.callOn(person.answer());
  const message = await voice.callOn(machine.answer());
  clock.advance(90_000);
  talk.happen(customerSays('Yes, tomorrow at nine.'));
  talk.end({ status: 'ended_by_customer', answeredBy: 'human' });
  message.end({ status: 'completed', answeredBy: 'machine' });
  engaged?.tell(busy);
  invalid?.tell(invalidNumber);
  await dialsTo([voice], numbers, 5);
  const leads = await eventually(
    () => leadsOf(account, id),
    (all) => all.filter(({ status }) => status === 'processing').length === 1,
  );
  const { body: calls } = await account.get(`/user/calls?campaign_id=${id}&per_page=100`);
  for (const call of calls.data.slice(1))
    await callOnce(account, call.id, ({ evaluation }) => evaluation !== null);

  const report = await reportOf(id);
  expect(report.leads).toEqual({
    created: 1,
    scheduled: 0,
    processing: 1,
    rescheduled: 1,
    completed: 2,
    'reached-max-retries': 1,
    blacklisted: 0,
  });
  const known = (await leadsOf(account, id)).filter(({ goal_met }) => goal_met !== null);
  const met = known.filter(({ goal_met }) => goal_met === true).length;
  expect(report.funnel).toEqual({ leads: leads.length, called: 5, answered: 1, converted: met });
  expect(report.goal).toEqual({
    variable: 'status',
    met,
    missed: known.length - met,
    rate: known.length === 0 ? null : met / known.length,
  });
  const attempts = { total: 5, answered: 1, machine: 1, no_answer: 0, busy: 1, failed: 1, answer_rate: 0.25 };
  expect(report.attempts).toEqual({ ...attempts, running: 1, per_called_lead: 1, average_duration: 90 });
  // 12:40 UTC.
  expect(report.hours).toEqual([{ hour: 18, ...attempts }]);
  const total = calls.data.reduce((sum: number, call: { total_cost: number }) => sum + call.total_cost, 0);
  expect(total).toBeGreaterThan(0);
  expect(report.cost.total).toBeCloseTo(total, 6);
  expect(report.cost.per_answered_lead).toBeCloseTo(total, 6);
  expect(
    report.waiting.map(({ code, leads: count }: { code: string; leads: number }) => [code, count]).sort(),
  ).toEqual([
    ['call-running', 1],
    ['retry-interval', 1],
    ['unknown-zone', 1],
  ]);
  const exported = (await account.get(`/user/campaign/${id}/leads/export`)).text;
  // Counts and costs survive the deletion of calls; nothing else does.
  for (const { id: callId } of calls.data.slice(1)) {
    expect((await account.delete(`/user/calls/${callId}`)).status).toBe(200);
    expect((await account.get(`/user/calls/${callId}`)).status).toBe(404);
  }
  expect((await account.get(`/user/calls?campaign_id=${id}`)).body.total).toBe(1);
  expect(await reportOf(id)).toEqual(report);
  const later = (await account.get(`/user/campaign/${id}/leads/export`)).text;
  const rowsOf = (text: string): Record<string, string>[] => parse(text, { columns: true, bom: true });
  expect(rowsOf(later)).toEqual(
    rowsOf(exported).map((row) =>
      row['phone_number'] === calls.data[0].client_phone_number ? row : { ...row, last_call_id: '' },
    ),
  );
  for (const { id: callId } of calls.data.slice(1)) expect(await traces(callId)).toEqual([]);
  const retry = report.waiting.find(({ code }: { code: string }) => code === 'retry-interval');
  expect(retry.until).toBe('2026-03-02T13:41:30.000000Z');
});

test('keeps averages after deleting a called lead', async () => {
  const { id, numbers } = await runningCampaign(account, { leads: 2, max_calls_in_parallel: 2 });
  for (const dial of await dialsTo([voice], numbers, 2)) {
    (await voice.callOn(dial.answer())).end({ status: 'ended_by_customer', answeredBy: 'human' });
  }
  const leads = await eventually(
    () => leadsOf(account, id),
    (all) => all.every(({ status }) => status === 'completed'),
  );
  const before = await reportOf(id);
  expect(before.attempts).toMatchObject({ total: 2, per_called_lead: 1 });
  expect(before.cost.total).toBeGreaterThan(0);
  await account.delete(`/user/leads/${leads[0]?.id}`);
  const after = await reportOf(id);
  expect(after.funnel).toEqual({ leads: 1, called: 1, answered: 1, converted: 0 });
  expect([after.attempts, after.hours]).toEqual([before.attempts, before.hours]);
  expect(after.cost).toEqual(before.cost);
});

test('reports leads waiting for another call to their number', async () => {
  const { id, numbers } = await runningCampaign(account, { leads: 1 });
  await dialsTo([voice], numbers, 1);
  const second = await createCampaign(account);
  const [phone_number = ''] = numbers;
  await createLead(account, { campaign_id: second.id, phone_number });
  await account.post('/user/campaigns/update-status', { campaign_id: second.id, action: 'start' });
  const [lead] = await leadsOf(account, second.id);
  expect(lead?.waiting.code).toBe('number-in-call');
  expect((await reportOf(second.id)).waiting).toEqual([{ ...lead?.waiting, leads: 1 }]);
  expect((await reportOf(id)).waiting).toMatchObject([{ code: 'call-running', leads: 1 }]);
});

test('the report is hidden from other accounts and after deletion', async () => {
  const { id } = await createCampaign(account);
  const other = await server.account();
  const expected = { status: 404, body: { message: 'Campaign not found.' } };
  expect(await other.get(`/user/campaign/${id}/report`)).toMatchObject(expected);
  expect((await account.get('/user/campaign/abc/report')).status).toBe(404);
  await account.delete(`/user/campaign/${id}`);
  expect(await account.get(`/user/campaign/${id}/report`)).toMatchObject(expected);
});
