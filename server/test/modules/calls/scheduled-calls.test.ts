import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { settleCallsJob } from '../../../src/modules/calls/jobs.ts';
import { enqueue } from '../../../src/work/define-job.ts';
import { callOnce, endedCall, outboundAssistant } from '../../kit/calls.ts';
import { LIKE_PEOPLE, noAnswer } from '../../kit/campaign-dials.ts';
import { createCampaign, createLead, setStatus } from '../../kit/campaigns.ts';
import { type ManualClock, manualClock } from '../../kit/clocks.ts';
import { eventually } from '../../kit/eventually.ts';
import { type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';
import { type ScriptedVoice, scriptedVoice } from '../../kit/voice/scripted-calls.ts';
import { startWebhookSink, type WebhookSink } from '../../kit/webhook-sink.ts';

const MINUTE_MS = 60_000;

let server: TestServer;
let voice: ScriptedVoice;
let clock: ManualClock;
let sink: WebhookSink;

beforeAll(async () => {
  voice = scriptedVoice();
  const morning = new Date();
  morning.setUTCHours(3, 0, 0, 0);
  clock = manualClock(morning);
  sink = await startWebhookSink();
  server = await startTestServer({ environment: LIKE_PEOPLE, overrides: { clock, voice: voice.overrides } });
});
afterAll(async () => {
  for (const dial of voice.dials) dial.tell(noAnswer);
  for (const call of voice.calls) call.end();
  await server.stop();
  await sink.close();
});

let count = 0;

/** An Indian mobile number: one time zone, 5.5 hours ahead of UTC all year. */
function number(): string {
  count += 1;
  return `+9198${String(12_000_000 + count)}`;
}

const inMinutes = (minutes: number): string =>
  new Date(clock.now().getTime() + minutes * MINUTE_MS).toISOString();

/** Schedules a call; returns its id. */
async function schedule(account: Client, order: Record<string, unknown>): Promise<number> {
  const { status, body, text } = await account.post('/user/make_call', order);
  if (status !== 200) throw new Error(`The call was refused: ${text}`);
  expect(body.status).toBe('scheduled');
  return body.call_id;
}

const dialsTo = (phoneNumber: string): number =>
  voice.dials.filter(({ request }) => request.to === phoneNumber).length;

test('a scheduled call waits for its time and is then dialed like any other, with its overrides', async () => {
  const account = await server.account();
  const { id: assistant_id } = await outboundAssistant(account);
  // Scheduled calls reserve no balance.
  await account.put('/sandbox/balance', { amount: 0.2 });
  const to = number();
  const scheduled_at = inMinutes(10);
  const overrides = { max_duration: 60 };
  const made = await account.post('/user/make_call', {
    assistant_id,
    phone_number: to,
    scheduled_at: scheduled_at.replace('Z', '+00:00'),
    overrides,
    variables: { name: 'Ana' },
  });
  expect(made).toMatchObject({
    status: 200,
    body: { message: 'Call scheduled successfully.', status: 'scheduled', data: {}, warnings: [] },
  });
  const id = made.body.call_id;
  await schedule(account, { assistant_id, phone_number: number(), scheduled_at: inMinutes(600) });
  const { body: list } = await account.get('/user/calls?status=scheduled');
  expect(list.total).toBe(2);
  // The next call first.
  expect(list.data[0]).toMatchObject({
    id,
    status: 'scheduled',
    scheduled_at: scheduled_at.replace('Z', '000Z'),
    duration: 0,
    total_cost: 0,
  });
  expect((await account.get('/user/statistics')).body.data.total.calls.scheduled).toBe(2);
  // The person is free until then.
  const now = await account.post('/user/make_call', { assistant_id, phone_number: to });
  expect(now.body.status).toBe('initiated');
  (await voice.dialTo(to)).tell(noAnswer);
  await endedCall(account, now.body.call_id);
  expect(dialsTo(to)).toBe(1);

  clock.advance(10 * MINUTE_MS);
  await callOnce(account, id, ({ status }) => status === 'initiated');
  await eventually(
    async () => dialsTo(to),
    (dials) => dials === 2,
  );
  const call = await voice.callOn((await voice.dialTo(to)).answer());
  expect(call.assistant.settings.maxDurationMs).toBe(60_000);
  call.end();
  const ended = await endedCall(account, id);
  expect(ended).toMatchObject({
    status: 'completed',
    overrides,
    total_cost: 0.1,
    variables: { name: 'Ana' },
  });
  expect(dialsTo(to)).toBe(2);
});

test('a campaign calls a person who has a scheduled call', async () => {
  const account = await server.account();
  const { id: assistant_id } = await outboundAssistant(account);
  const to = number();
  const id = await schedule(account, { assistant_id, phone_number: to, scheduled_at: inMinutes(600) });
  const campaign = await createCampaign(account, { assistant_id, mark_complete_when_no_leads: false });
  await createLead(account, { campaign_id: campaign.id, phone_number: to });
  expect((await setStatus(account, campaign.id, 'start')).status).toBe(200);
  (await voice.dialTo(to)).tell(noAnswer);
  await account.delete(`/user/calls/${id}`);
});

describe('a time is refused with 422', () => {
  test.each([
    ['in the past', () => inMinutes(-1)],
    ['more than 30 days ahead', () => inMinutes(30 * 24 * 60 + 1)],
    ['without an offset', () => inMinutes(5).replace('Z', '')],
    ['that is not a time', () => 'tomorrow'],
    ['outside the legal hours of the number', () => inMinutes(14 * 60)],
  ])('%s', async (_title, at) => {
    const account = await server.account();
    const { id: assistant_id } = await outboundAssistant(account);
    const order = { assistant_id, phone_number: number(), scheduled_at: at() };
    const { status, body } = await account.post('/user/make_call', order);
    expect([status, Object.keys(body.errors)]).toEqual([422, ['scheduled_at']]);
  });

  test('if the time zone is unknown, unless ignore_hours is set', async () => {
    const account = await server.account();
    const { id: assistant_id } = await outboundAssistant(account);
    const order = { assistant_id, phone_number: '+870773111632', scheduled_at: inMinutes(5) };
    const refused = await account.post('/user/make_call', order);
    expect([refused.status, refused.body.message]).toEqual([422, expect.stringContaining('time zone')]);
    const id = await schedule(account, { ...order, ignore_hours: true });
    await account.post(`/user/calls/${id}/cancel`);
  });
});

describe('a scheduled call can be', () => {
  test('canceled, once, by its account', async () => {
    const account = await server.account();
    const { id: assistant_id } = await outboundAssistant(account, {
      is_webhook_active: true,
      webhook_url: `${sink.origin}/canceled`,
      send_webhook_only_on_completed: false,
    });
    const to = number();
    const id = await schedule(account, { assistant_id, phone_number: to, scheduled_at: inMinutes(5) });
    const stranger = await server.account();
    expect((await stranger.post(`/user/calls/${id}/cancel`)).status).toBe(404);
    expect((await account.post(`/user/calls/${id}/cancel`)).status).toBe(200);
    expect((await account.post(`/user/calls/${id}/cancel`)).status).toBe(409);
    expect(await endedCall(account, id)).toMatchObject({
      status: 'canceled',
      end_reason: 'The scheduled call was canceled.',
      total_cost: 0,
    });
    const [reported] = await eventually(
      async () => sink.at('/canceled'),
      ({ length }) => length > 0,
    );
    expect(JSON.parse(reported?.body ?? '')).toMatchObject({ id, status: 'canceled' });
    expect((await account.get('/user/calls?status=canceled')).body.total).toBe(1);
  });

  test('hung up or deleted', async () => {
    const account = await server.account();
    const { id: assistant_id } = await outboundAssistant(account);
    const order = { assistant_id, scheduled_at: inMinutes(5) };
    const first = await schedule(account, { ...order, phone_number: number() });
    expect((await account.post(`/user/calls/${first}/hang-up`)).status).toBe(200);
    expect((await endedCall(account, first)).status).toBe('canceled');
    const second = await schedule(account, { ...order, phone_number: number() });
    expect((await account.delete(`/user/calls/${second}`)).status).toBe(200);
    expect((await account.get(`/user/calls/${second}`)).status).toBe(404);
  });
});

describe('at its time, a scheduled call fails', () => {
  let account: Client;
  let assistant_id: number;
  beforeAll(async () => {
    account = await server.account();
    assistant_id = (await outboundAssistant(account)).id;
  });

  test.each([
    [
      'because the number is on the do-not-call list',
      (to: string) => account.post('/user/blacklist', { phone_number: to }),
      'do-not-call list',
    ],
  ])('%s', async (_title, prepare, reason) => {
    const to = number();
    const id = await schedule(account, { assistant_id, phone_number: to, scheduled_at: inMinutes(1) });
    await prepare(to);
    clock.advance(MINUTE_MS);
    const ended = await endedCall(account, id);
    expect(ended).toMatchObject({ status: 'failed', end_reason: expect.stringContaining(reason) });
  });

  test.each([
    [
      'because the balance is used up',
      (owner: Client) => owner.put('/sandbox/balance', { amount: 0 }),
      'balance',
    ],
    [
      'because its assistant was deleted',
      (owner: Client, id: number) => owner.delete(`/user/assistant/${id}`),
      'was deleted',
    ],
    [
      'because its assistant became an inbound one',
      (owner: Client, id: number) => owner.put(`/user/assistant/${id}`, { type: 'inbound' }),
      'no longer an outbound one',
    ],
    [
      'because a call that was made later has used up the balance',
      async (owner: Client, id: number) => {
        await owner.put('/sandbox/balance', { amount: 0.1 });
        const to = number();
        await owner.post('/user/make_call', { assistant_id: id, phone_number: to });
        await voice.dialTo(to);
      },
      'balance',
    ],
  ])('%s', async (_title, prepare, reason) => {
    const owner = await server.account();
    const assistant = await outboundAssistant(owner);
    const order = { assistant_id: assistant.id, phone_number: number(), scheduled_at: inMinutes(1) };
    const id = await schedule(owner, order);
    await prepare(owner, assistant.id);
    clock.advance(MINUTE_MS);
    const ended = await endedCall(owner, id);
    expect(ended).toMatchObject({ status: 'failed', end_reason: expect.stringContaining(reason) });
  });

  test('because its overrides no longer fit the assistant', async () => {
    const owner = await server.account();
    const assistant = await outboundAssistant(owner);
    const id = await schedule(owner, {
      assistant_id: assistant.id,
      phone_number: number(),
      scheduled_at: inMinutes(1),
      overrides: { llm_model_id: assistant['llm_model_id'] },
    });
    const { body: voices } = await owner.get('/user/assistants/voices?mode=multimodal');
    const { body: models } = await owner.get('/user/assistants/models?type=multimodal');
    const change = { mode: 'multimodal', voice_id: voices[0].id, multimodal_model_id: models[0].id };
    expect((await owner.put(`/user/assistant/${assistant.id}`, change)).status).toBe(200);
    clock.advance(MINUTE_MS);
    const ended = await endedCall(owner, id);
    expect(ended.end_reason).toContain('The overrides of this call no longer fit its assistant.');
  });

  test('if no process dials it within an hour', async () => {
    const id = await schedule(account, { assistant_id, phone_number: number(), scheduled_at: inMinutes(1) });
    clock.advance(62 * MINUTE_MS);
    const ended = await endedCall(account, id);
    expect(ended).toMatchObject({ status: 'failed', end_reason: expect.stringContaining('No process') });
  });
});

test('waits while the person is in another call, up to an hour', async () => {
  const account = await server.account();
  const { id: assistant_id } = await outboundAssistant(account);
  const [to, busy] = [number(), number()];
  const waiting = await schedule(account, { assistant_id, phone_number: to, scheduled_at: inMinutes(1) });
  const late = await schedule(account, { assistant_id, phone_number: busy, scheduled_at: inMinutes(1) });
  const { body: first } = await account.post('/user/make_call', { assistant_id, phone_number: to });
  const { body: long } = await account.post('/user/make_call', { assistant_id, phone_number: busy });
  const call = await voice.callOn((await voice.dialTo(to)).answer());
  await voice.callOn((await voice.dialTo(busy)).answer());
  clock.advance(MINUTE_MS);
  // A call that is due at the same time has been dialed, so this one has been passed over.
  const third = number();
  await schedule(account, { assistant_id, phone_number: third, scheduled_at: inMinutes(0) });
  (await voice.dialTo(third)).tell(noAnswer);
  expect([(await account.get(`/user/calls/${waiting}`)).body.status, dialsTo(to)]).toEqual(['scheduled', 1]);
  call.end();
  await endedCall(account, first.call_id);
  await eventually(
    async () => dialsTo(to),
    (dials) => dials === 2,
  );
  (await voice.dialTo(to)).tell(noAnswer);
  expect((await endedCall(account, waiting)).status).toBe('no-answer');
  clock.advance(61 * MINUTE_MS);
  expect(await endedCall(account, late)).toMatchObject({
    status: 'failed',
    end_reason: `${busy} was in another call (call ${long.call_id}).`,
  });
});

test('a repeated request gets the first response after the time has passed', async () => {
  const account = await server.account();
  const { id: assistant_id } = await outboundAssistant(account);
  const order = { assistant_id, phone_number: number(), scheduled_at: inMinutes(1) };
  const key = { 'idempotency-key': 'passed' };
  const first = await account.post('/user/make_call', order, key);
  clock.advance(MINUTE_MS + 1);
  (await voice.dialTo(order.phone_number)).tell(noAnswer);
  await endedCall(account, first.body.call_id);
  // A process that died before it stored its response.
  await server.database.query('delete from idempotency_keys');
  await account.delete(`/user/assistant/${assistant_id}`);
  const again = await account.post('/user/make_call', order, key);
  expect([again.status, again.body]).toEqual([200, first.body]);
});

test('of two calls to a person for the same time, one is dialed first; allow_parallel dials both', async () => {
  const account = await server.account();
  const { id: assistant_id } = await outboundAssistant(account);
  const to = number();
  const order = { assistant_id, phone_number: to, scheduled_at: inMinutes(1) };
  const ids = [await schedule(account, order), await schedule(account, order)];
  clock.advance(MINUTE_MS);
  const first = await voice.dialTo(to);
  const { body } = await account.get('/user/calls?status=scheduled');
  expect(body.total).toBe(1);
  await account.post(`/user/calls/${body.data[0].id}/cancel`);
  expect(ids).toContain(body.data[0].id);
  const parallel = await schedule(account, { ...order, scheduled_at: inMinutes(1), allow_parallel: true });
  clock.advance(MINUTE_MS);
  await eventually(
    async () => dialsTo(to),
    (dials) => dials === 2,
  );
  first.tell(noAnswer);
  await account.post(`/user/calls/${parallel}/hang-up`);
});

test('a call whose process died before it dialed is dialed by another process', async () => {
  const account = await server.account();
  const { id: assistant_id } = await outboundAssistant(account);
  const to = number();
  const id = await schedule(account, { assistant_id, phone_number: to, scheduled_at: inMinutes(1) });
  await server.database.query('update calls set process_id = gen_random_uuid() where id = $1', [id]);
  await enqueue(server.database, settleCallsJob, { payload: {}, key: settleCallsJob.name });
  clock.advance(MINUTE_MS);
  (await voice.dialTo(to)).tell(noAnswer);
  expect((await endedCall(account, id)).status).toBe('no-answer');
});

test('a call whose claim got no response is dialed', async () => {
  const account = await server.account();
  const { id: assistant_id } = await outboundAssistant(account);
  const other = number();
  await account.post('/user/make_call', { assistant_id, phone_number: other });
  await voice.dialTo(other);
  const to = number();
  const id = await schedule(account, { assistant_id, phone_number: to, scheduled_at: inMinutes(1) });
  await server.database.query(
    `update calls set process_id = (
       select process_id from calls where user_id = (select user_id from calls where id = $1) and status = 'initiated')
     where id = $1`,
    [id],
  );
  clock.advance(MINUTE_MS);
  await eventually(
    async () => {
      clock.advance(1000);
      return dialsTo(to);
    },
    (dials) => dials === 1,
  );
  (await voice.dialTo(to)).tell(noAnswer);
  expect((await endedCall(account, id)).status).toBe('no-answer');
});

test('a call that could not begin because the database failed is dialed once it works again', async () => {
  const account = await server.account();
  const { id: assistant_id } = await outboundAssistant(account);
  const to = number();
  const id = await schedule(account, { assistant_id, phone_number: to, scheduled_at: inMinutes(1) });
  await server.database.script(`
    create function fail_to_begin() returns trigger language plpgsql as 'begin raise ''no space left''; end';
    create trigger fail_to_begin before update of status on calls for each row
      when (old.id = ${id} and new.status = 'initiated') execute function fail_to_begin()`);
  const { updated_at } = (await account.get(`/user/calls/${id}`)).body;
  clock.advance(MINUTE_MS);
  await eventually(
    () =>
      server.database.query(
        'select from calls where id = $1 and updated_at > $2::timestamptz and process_id is null',
        [id, updated_at],
      ),
    ({ length }) => length === 1,
  );
  await server.database.query('drop function fail_to_begin cascade');
  (await voice.dialTo(to)).tell(noAnswer);
  expect((await endedCall(account, id)).status).toBe('no-answer');
  expect(dialsTo(to)).toBe(1);
});

test('a call that comes too late for the legal hours fails', async () => {
  const account = await server.account();
  const { id: assistant_id } = await outboundAssistant(account);
  const evening = new Date(clock.now());
  evening.setUTCHours(15, 25, 0, 0);
  const to = number();
  const id = await schedule(account, { assistant_id, phone_number: to, scheduled_at: evening.toISOString() });
  clock.advance(evening.getTime() + 10 * MINUTE_MS - clock.now().getTime());
  expect(await endedCall(account, id)).toMatchObject({
    status: 'failed',
    end_reason: expect.stringMatching(/came too late.* 21:05 .*Asia\/(Kolkata|Calcutta)/),
  });
  expect(dialsTo(to)).toBe(0);
});
