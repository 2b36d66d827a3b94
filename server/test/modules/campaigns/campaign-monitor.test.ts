import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { outboundAssistant } from '../../kit/calls.ts';
import { AT_ANY_HOUR, busy, dialsTo, leadsOf, runningCampaign } from '../../kit/campaign-dials.ts';
import { createCampaign, createLead } from '../../kit/campaigns.ts';
import { manualClock } from '../../kit/clocks.ts';
import { eventually } from '../../kit/eventually.ts';
import { insertNumber } from '../../kit/owned-rows.ts';
import { type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';
import { customerSays, type ScriptedVoice, scriptedVoice } from '../../kit/voice/scripted-calls.ts';

let server: TestServer;
let voice: ScriptedVoice;
let account: Client;
// 18:00 in Kolkata.
const clock = manualClock(new Date('2026-03-02T12:30:00Z'));

beforeAll(async () => {
  voice = scriptedVoice(['sandbox', 'sip']);
  server = await startTestServer({
    overrides: { voice: voice.overrides, clock },
    environment: { ...AT_ANY_HOUR, PARLEY_MAX_PARALLEL_CALLS: '4' },
  });
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

async function monitorOf(id: number) {
  const { status, body } = await account.get(`/user/campaign/${id}/monitor`);
  expect(status).toBe(200);
  return body.data;
}

async function progressOf(): Promise<unknown> {
  return (await account.get('/user/campaigns/progress')).body.data;
}

const NOTHING_BEGUN = Array.from({ length: 15 }, () => 0);

/** Counts of the same calls in the campaign’s report. */
async function reportedAttempts(id: number): Promise<object> {
  const { total, running, answered } = (await account.get(`/user/campaign/${id}/report`)).body.data.attempts;
  return { total, running, answered };
}

test('the monitor is empty for an account without campaigns', async () => {
  expect(await progressOf()).toEqual([]);
});

test('returns the limits of the installation', async () => {
  expect((await account.get('/user/campaigns/limits')).body.data).toEqual({
    campaigns: expect.any(Number),
    max_calls_in_parallel: 4,
    calling_hours: { start_minute: 0, end_minute: 1440 },
    sandbox_calling_hours: { start_minute: 0, end_minute: 1440 },
  });
});

test('shows limits and leads of a draft', async () => {
  const { id } = await createCampaign(account, { max_calls_in_parallel: 2 });
  await createLead(account, { campaign_id: id, phone_number: '+40721000001' });
  expect(await monitorOf(id)).toEqual({
    id,
    status: 'draft',
    generated_at: '2026-03-02T12:30:00.000000Z',
    places: 2,
    live: [],
    hints: [],
    leads: { total: 1, finished: 0 },
    today: { calls: 0, running: 0, answered: 0 },
    minutes: NOTHING_BEGUN,
  });
  expect(await progressOf()).toEqual([{ campaign_id: id, leads: 1, finished: 0, ringing: 0, talking: 0 }]);
});

test('warns about settings without effect', async () => {
  const { id } = await createCampaign(account, { retry_on_goal_incomplete: true });
  expect((await monitorOf(id)).hints).toEqual([
    expect.stringContaining('goal_completion_variable is not set'),
  ]);
  const { id: assistant_id } = await outboundAssistant(account, { post_call_evaluation: false });
  await account.put(`/user/campaign/${id}`, { assistant_id, goal_completion_variable: 'status' });
  expect((await monitorOf(id)).hints).toEqual([expect.stringContaining('post_call_evaluation is off')]);
  await account.put(`/user/assistant/${assistant_id}`, { post_call_evaluation: true });
  expect((await monitorOf(id)).hints).toEqual([]);
  const booked = { name: 'booked', type: 'bool', description: 'A table was booked.' };
  // As in installations from before campaigns kept their goals.
  await server.database.query('update assistants set post_call_schema = $2 where id = $1', [
    assistant_id,
    JSON.stringify([booked]),
  ]);
  expect((await monitorOf(id)).hints).toEqual([
    expect.stringContaining('no longer has a bool field of that name'),
  ]);
});

test('shows ringing, answered and finished leads', async () => {
  const { id, numbers } = await runningCampaign(account, {
    leads: 4,
    max_calls_in_parallel: 3,
    retry_interval: 600,
    timezone: 'Asia/Kolkata',
  });
  const [first, second, third] = await dialsTo([voice], numbers, 3);
  if (first === undefined || second === undefined || third === undefined)
    throw new Error('No number was dialed.');
  const talk = await voice.callOn(first.answer());
  await eventually(
    () => monitorOf(id),
    ({ live }) => live.filter(({ status }: { status: string }) => status === 'in-progress').length === 1,
  );
  const { live, minutes, today } = await monitorOf(id);
  const leads = await leadsOf(account, id);
  const calledNow = leads.filter(({ status }) => status === 'processing');
  const called = new Set(live.map(({ lead_id }: { lead_id: number }) => lead_id));
  expect(called).toEqual(new Set(calledNow.map((lead) => lead.id)));
  const speaking = live.filter(({ status }: { status: string }) => status === 'in-progress');
  expect(speaking).toMatchObject([{ phone_number: first.request.to }]);
  expect(today).toEqual({ calls: 3, running: 3, answered: 0 });
  expect(await reportedAttempts(id)).toEqual({ total: 3, running: 3, answered: 0 });
  expect(minutes).toEqual([...NOTHING_BEGUN.slice(1), 3]);
  expect(await progressOf()).toEqual([{ campaign_id: id, leads: 4, finished: 0, ringing: 2, talking: 1 }]);

  clock.advance(120_000);
  talk.happen(customerSays('Yes.'));
  talk.end({ status: 'ended_by_customer', answeredBy: 'human' });
  second.tell(busy);
  await dialsTo([voice], numbers, 4);
  const later = await eventually(
    () => monitorOf(id),
    ({ live: now, leads: { finished } }) => now.length === 2 && finished === 1,
  );
  expect(later.today).toEqual({ calls: 4, running: 2, answered: 1 });
  expect(await reportedAttempts(id)).toEqual({ total: 4, running: 2, answered: 1 });
  expect(later.minutes).toEqual([...NOTHING_BEGUN.slice(3), 3, 0, 1]);
  expect(later.leads).toEqual({ total: 4, finished: 1 });

  // The day ends at 18:30 UTC in the campaign's zone.
  clock.advance(6 * 3_600_000);
  expect((await monitorOf(id)).today).toEqual({ calls: 0, running: 0, answered: 0 });
});

test('warns about an assistant without speech recognition', async () => {
  const transcribers = await account.get('/user/assistants/transcriber-providers?language_id=1');
  const typed = transcribers.body.find(({ code }: { code: string }) => code === 'offline');
  const assistant = await outboundAssistant(account, { transcriber_provider_id: typed.id });
  const number = await insertNumber(account);
  const { id } = await createCampaign(account, { assistant_id: assistant.id, phone_number_ids: [number] });
  // Sandbox callees send text, which the assistant's STT provider understands.
  expect((await monitorOf(id)).hints).toEqual([]);
  await server.database.query(`update phone_numbers set provider = 'sip' where id = $1`, [number]);
  expect((await monitorOf(id)).hints).toEqual([expect.stringContaining('no speech-to-text')]);
});

test('lists the calls of a lead', async () => {
  const { id, numbers } = await runningCampaign(account, { leads: 2, max_calls_in_parallel: 2 });
  await dialsTo([voice], numbers, 2);
  const [lead] = await leadsOf(account, id);
  const { body } = await account.get(`/user/calls?lead_id=${lead.id}`);
  expect(body.data.map(({ client_phone_number: number }: { client_phone_number: string }) => number)).toEqual(
    [lead.phone_number],
  );
  expect((await account.get('/user/calls?lead_id=9000000000')).body.data).toEqual([]);
});

test('the monitor is hidden from other accounts', async () => {
  const { id } = await createCampaign(account);
  const other = await server.account();
  expect(await other.get(`/user/campaign/${id}/monitor`)).toMatchObject({
    status: 404,
    body: { message: 'Campaign not found.' },
  });
  expect((await other.get('/user/campaigns/progress')).body.data).toEqual([]);
});

test('a lead waiting for a slot that another campaign uses is next in line', async () => {
  const voice = scriptedVoice();
  const full = await startTestServer({
    overrides: { voice: voice.overrides },
    environment: { ...AT_ANY_HOUR, PARLEY_MAX_CALLS: '2', PARLEY_CAMPAIGN_SHARE: '100' },
  });
  try {
    const owner = await full.account();
    const other = await runningCampaign(owner, { leads: 2, max_calls_in_parallel: 2 });
    const [first] = await dialsTo([voice], other.numbers, 2);
    const { id, numbers } = await runningCampaign(owner, { leads: 1, max_calls_in_parallel: 1 });
    const [lead] = await leadsOf(owner, id);
    expect(lead.waiting).toMatchObject({ code: 'next-in-line', until: null });
    first?.tell(busy);
    await dialsTo([voice], numbers, 1);
  } finally {
    for (const dial of voice.dials) dial.tell(busy);
    await full.stop();
  }
});
