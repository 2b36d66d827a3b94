import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { completeCampaign } from '../../src/modules/campaigns/dialing/running-campaigns.ts';
import { readStandings } from '../../src/modules/campaigns/dialing/standing.ts';
import { mobileNumber } from '../kit/calls.ts';
import { AT_ANY_HOUR, dialsTo, leadOnce, leadsOf, noAnswer } from '../kit/campaign-dials.ts';
import { createCampaign, createLead, setStatus } from '../kit/campaigns.ts';
import { type ManualClock, manualClock } from '../kit/clocks.ts';
import { eventually } from '../kit/eventually.ts';
import { startTestServer, type TestServer } from '../kit/test-server.ts';
import { type ScriptedVoice, scriptedVoice } from '../kit/voice/scripted-calls.ts';

let server: TestServer;
let voice: ScriptedVoice;
let clock: ManualClock;
/** Times that the way out for a campaign was looked up. */
let lookedUp = 0;

beforeAll(async () => {
  voice = scriptedVoice();
  const lineOf = voice.overrides.lines?.get('sandbox');
  if (lineOf === undefined) throw new Error('The scripted voice has no line.');
  const lines = new Map([
    [
      'sandbox',
      (number: Parameters<typeof lineOf>[0]) => {
        lookedUp += 1;
        return lineOf(number);
      },
    ],
  ]);
  const minute = Math.floor(Date.now() / 60_000) * 60_000;
  clock = manualClock(new Date(minute));
  server = await startTestServer({
    overrides: { voice: { ...voice.overrides, lines }, clock },
    environment: { ...AT_ANY_HOUR, PARLEY_CALLS_PER_SECOND: 'sandbox=100' },
  });
});
afterAll(async () => {
  for (const dial of voice.dials) dial.tell(noAnswer);
  await server.stop();
});

/** `HH:MM` so many minutes from now. */
const timeOfDay = (minutes: number): string =>
  new Date(clock.now().getTime() + minutes * 60_000).toISOString().slice(11, 16);

test('nobody is called when the hours have ended while the claim waited for its locks', async () => {
  await server.database.query(
    `insert into dial_paces (key, next_at) values ('sandbox', '2020-01-01') on conflict do nothing`,
  );
  const account = await server.account();
  const { id } = await createCampaign(account, {
    ...{ timezone: 'UTC', allowed_hours_start_time: timeOfDay(-60), allowed_hours_end_time: timeOfDay(0) },
  });
  await createLead(account, { campaign_id: id, phone_number: mobileNumber() });
  await server.database.transaction(async (transaction) => {
    await transaction.query(`select from dial_paces where key = 'sandbox' for update`);
    expect((await setStatus(account, id, 'start')).status).toBe(200);
    const waitsForPace = () =>
      server.database.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
           and query like '%dial_paces%for update'`,
      );
    await eventually(waitsForPace, (waiting) => waiting.length > 0);
    clock.advance(60_000);
  });
  // Whoever had claimed it would have dialled by now.
  await systemClock.sleep(500);
  expect(voice.dials).toEqual([]);
  const closed = await leadOnce(account, id, ({ waiting }) => waiting?.code === 'campaign-hours');
  expect(closed).toMatchObject({ status: 'created', call_tries: 0 });
  clock.advance(24 * 3_600_000 - 30 * 60_000);
  await leadOnce(account, id, ({ status }) => status === 'processing');
  expect(await leadsOf(account, id)).toMatchObject([{ call_tries: 1 }]);
});

test('a campaign that is edited while it is looked at is not completed for the hours that it had', async () => {
  const account = await server.account();
  const { id } = await createCampaign(account, {
    ...{ timezone: 'UTC', allowed_hours_start_time: timeOfDay(-60), allowed_hours_end_time: timeOfDay(-30) },
  });
  await createLead(account, { campaign_id: id, phone_number: mobileNumber() });
  expect((await setStatus(account, id, 'start')).status).toBe(200);
  const [looked] = await readStandings(server.database, [id]);
  if (looked === undefined) throw new Error('The campaign does not run.');
  await account.put(`/user/campaign/${id}`, { allowed_hours_end_time: timeOfDay(-20) });
  const hopelessZones = looked.waiting.map(({ zoneKey }) => zoneKey);
  const [edited] = await readStandings(server.database, [id]);
  const complete = (changedAt = '') =>
    completeCampaign(server.database, { id, changedAt, hopelessZones, now: clock.now() });
  expect(await complete(looked.changedAt)).toBe(false);
  expect(await complete(edited?.changedAt)).toBe(true);
});

test('a campaign that waits for its hours is not looked up again and again', async () => {
  const account = await server.account();
  const { id } = await createCampaign(account, {
    ...{ timezone: 'UTC', allowed_hours_start_time: timeOfDay(60), allowed_hours_end_time: timeOfDay(120) },
  });
  const numbers = [mobileNumber(), mobileNumber()];
  await createLead(account, { campaign_id: id, phone_number: numbers[0] ?? '' });
  const before = lookedUp;
  expect((await setStatus(account, id, 'start')).status).toBe(200);
  const once = await eventually(
    async () => lookedUp,
    (count) => count > before,
  );
  clock.advance(60_000);
  await createLead(account, { campaign_id: id, phone_number: numbers[1] ?? '' });
  await systemClock.sleep(1000);
  expect(lookedUp).toBe(once);
  clock.advance(60 * 60_000);
  expect(await dialsTo([voice], numbers, 2)).toHaveLength(2);
});
