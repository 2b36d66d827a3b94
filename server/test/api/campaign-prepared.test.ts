import { afterAll, beforeAll, expect, test } from 'vitest';
import { busy, campaignOnce, dialsTo, leadOnce, noAnswer, runningCampaign } from '../kit/campaign-dials.ts';
import { setStatus } from '../kit/campaigns.ts';
import { type ManualClock, manualClock } from '../kit/clocks.ts';
import { eventually } from '../kit/eventually.ts';
import { type Answer, type Client, startTestServer, type TestServer } from '../kit/test-server.ts';
import { type ScriptedDial, type ScriptedVoice, scriptedVoice } from '../kit/voice/scripted-calls.ts';

const RETRY_MS = 10 * 60_000;

let server: TestServer;
let voice: ScriptedVoice;
let clock: ManualClock;
let account: Client;

beforeAll(async () => {
  voice = scriptedVoice();
  clock = manualClock(new Date('2026-03-02T12:00:00Z'));
  server = await startTestServer({
    overrides: { voice: voice.overrides, clock },
    environment: { PARLEY_CALLING_HOURS: '0:00-24:00', PARLEY_CALLS_PER_SECOND: 'sandbox=off' },
  });
  account = await server.account();
});
afterAll(async () => {
  for (const dial of voice.dials) dial.tell(noAnswer);
  await server.stop();
});

/** A campaign whose only lead was busy once, and whose second call is prepared: it is due in a tenth of a second. */
async function preparedCampaign(
  fields: Record<string, unknown> = {},
): Promise<{ id: number; numbers: string[]; lead: Answer['body'] }> {
  const { id, numbers } = await runningCampaign(account, { leads: 1, retry_interval: 10, ...fields });
  const [first] = await dialsTo([voice], numbers, 1);
  first?.tell(busy);
  await leadOnce(account, id, ({ status }) => status === 'rescheduled');
  clock.advance(RETRY_MS - 100);
  const lead = await leadOnce(account, id, ({ status }) => status === 'processing');
  return { id, numbers, lead };
}

const dialled = (numbers: readonly string[]): ScriptedDial[] =>
  voice.dials.filter(({ request }) => numbers.includes(request.to));

/** Time passes in steps, each with its turn for whoever waits for the database. */
async function pass(steps: number, stepMs: number): Promise<void> {
  for (let step = 0; step < steps; step += 1) {
    clock.advance(stepMs);
    await server.database.query('select pg_sleep(0.02)');
  }
}

test('a call is prepared before its instant, and begins at it', async () => {
  const { numbers } = await preparedCampaign();
  await pass(9, 11);
  expect(dialled(numbers)).toHaveLength(1);
  clock.advance(1);
  expect(await dialsTo([voice], numbers, 2)).toHaveLength(2);
  const [row] = await server.database.query<{ at: Date }>(
    'select initiated_at as at from calls where client_phone_number = $1 order by id desc limit 1',
    numbers,
  );
  expect(row?.at).toEqual(clock.now());
});

test('a campaign that is stopped in that moment calls nobody, and its lead has lost nothing', async () => {
  const { id, numbers, lead } = await preparedCampaign();
  expect(lead.call_tries).toBe(2);
  const stopping = setStatus(account, id, 'stop');
  await campaignOnce(account, id, ({ status }) => status === 'stopped');
  await pass(10, 20);
  let answered = 0;
  void stopping.then(({ status }) => {
    answered = status;
  });
  // The answer waits until nothing can begin any more.
  await eventually(
    async () => clock.advance(20),
    () => answered === 200,
  );
  const waiting = await leadOnce(account, id, ({ status }) => status === 'rescheduled');
  expect(waiting).toMatchObject({ call_tries: 1, retries: 1, last_outcome: 'busy' });
  expect(waiting.waiting).toMatchObject({ code: 'campaign-stopped' });
  expect(dialled(numbers)).toHaveLength(1);
  expect((await account.get(`/user/calls?campaign_id=${id}`)).body.data).toHaveLength(1);
  await setStatus(account, id, 'start');
  expect(await dialsTo([voice], numbers, 2)).toHaveLength(2);
});

test('a number that is blacklisted in that moment is not called', async () => {
  const { id, numbers } = await preparedCampaign();
  const entered = await account.post('/user/blacklist', { phone_number: numbers[0] });
  expect(entered.status, entered.text).toBeLessThan(300);
  await pass(10, 20);
  await leadOnce(account, id, ({ status }) => status === 'blacklisted');
  expect(dialled(numbers)).toHaveLength(1);
});

test('a campaign that is edited in that moment calls as it is now', async () => {
  const { id, numbers } = await preparedCampaign();
  const hours = { allowed_hours_start_time: '00:00', allowed_hours_end_time: '00:30', timezone: 'UTC' };
  expect((await account.put(`/user/campaign/${id}`, hours)).status).toBe(200);
  await pass(10, 20);
  const lead = await leadOnce(account, id, ({ waiting }) => waiting?.code === 'campaign-hours');
  expect(lead).toMatchObject({ status: 'rescheduled', call_tries: 1 });
  expect(dialled(numbers)).toHaveLength(1);
});

test('a call that its account ends in that moment is over without being dialled', async () => {
  const { id, numbers } = await preparedCampaign({ max_retries: 1 });
  const [call] = (await account.get(`/user/calls?campaign_id=${id}`)).body.data;
  expect((await account.post(`/user/calls/${call.id}/hang-up`)).status).toBe(200);
  await pass(10, 20);
  await eventually(
    async () => (await account.get(`/user/calls/${call.id}`)).body,
    ({ status }) => status === 'failed' || status === 'no-answer',
  );
  expect(dialled(numbers)).toHaveLength(1);
});

test('where a carrier has a pace nothing is prepared: places that are not used yet stay for others', async () => {
  const paced = scriptedVoice();
  const time = manualClock(new Date('2026-03-02T12:00:00Z'));
  const other = await startTestServer({
    overrides: { voice: paced.overrides, clock: time },
    environment: { PARLEY_CALLING_HOURS: '0:00-24:00', PARLEY_CALLS_PER_SECOND: 'sandbox=10' },
  });
  const owner = await other.account();
  const { id, numbers } = await runningCampaign(owner, { leads: 1, retry_interval: 10 });
  const [first] = await dialsTo([paced], numbers, 1);
  first?.tell(busy);
  await leadOnce(owner, id, ({ status }) => status === 'rescheduled');
  time.advance(RETRY_MS - 100);
  // Somebody else's call finds the place that comes next.
  const { numbers: others } = await runningCampaign(owner, { leads: 1 });
  expect(await dialsTo([paced], others, 1)).toHaveLength(1);
  expect((await owner.get(`/user/leads?campaign_id=${id}`)).body.data[0].status).toBe('rescheduled');
  await eventually(
    async () => time.advance(20),
    () => paced.dials.filter(({ request }) => numbers.includes(request.to)).length === 2,
  );
  for (const dial of paced.dials) dial.tell(noAnswer);
  await other.stop();
});
