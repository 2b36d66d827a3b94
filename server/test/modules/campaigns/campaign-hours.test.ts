import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSnapshots } from '../../../src/modules/campaigns/dialing/campaign-snapshot.ts';
import { completeCampaign } from '../../../src/modules/campaigns/dialing/running-campaigns.ts';
import { mobileNumber } from '../../kit/calls.ts';
import {
  AT_ANY_HOUR,
  dialsTo,
  leadOnce,
  leadsOf,
  noAnswer,
  runningCampaign,
} from '../../kit/campaign-dials.ts';
import { createCampaign, createLead, setStatus } from '../../kit/campaigns.ts';
import { type ManualClock, manualClock } from '../../kit/clocks.ts';
import { eventually } from '../../kit/eventually.ts';
import { startTestServer, type TestServer } from '../../kit/test-server.ts';
import { type ScriptedVoice, scriptedVoice } from '../../kit/voice/scripted-calls.ts';

let server: TestServer;
let voice: ScriptedVoice;
let clock: ManualClock;
/** Account ids of all route look-ups, in order. */
const routeLookUps: number[] = [];

beforeAll(async () => {
  voice = scriptedVoice();
  const routeOf = voice.overrides.outboundRoutes?.get('sandbox');
  if (routeOf === undefined) throw new Error('The scripted voice has no outbound route.');
  const outboundRoutes = new Map([
    [
      'sandbox',
      (number: Parameters<typeof routeOf>[0]) => {
        routeLookUps.push(number.user_id);
        return routeOf(number);
      },
    ],
  ]);
  const minute = Math.floor(Date.now() / 60_000) * 60_000;
  clock = manualClock(new Date(minute));
  server = await startTestServer({
    overrides: { voice: { ...voice.overrides, outboundRoutes }, clock },
    environment: { ...AT_ANY_HOUR, PARLEY_CALLS_PER_SECOND: 'sandbox=100' },
  });
});
afterAll(async () => {
  for (const dial of voice.dials) dial.tell(noAnswer);
  await server.stop();
});

/** `HH:MM` in this many minutes. */
const timeOfDay = (minutes: number): string =>
  new Date(clock.now().getTime() + minutes * 60_000).toISOString().slice(11, 16);

interface Transaction {
  pid: number;
  began: string;
}

/** Transactions of claims that are waiting for the rate lock. */
function waitingForRate(): Promise<Transaction[]> {
  return server.database.query<Transaction>(
    `select pid, xact_start::text as began from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and query like '%dial_paces%for update'`,
  );
}

/** The transactions in `claims` that are still open. */
function stillClaiming(claims: readonly Transaction[]): Promise<object[]> {
  return server.database.query(
    `select from json_to_recordset($1) as claim (pid int, began text)
     join pg_stat_activity activity on activity.pid = claim.pid and xact_start::text = began`,
    [JSON.stringify(claims)],
  );
}

test('makes no call when the hours ended while the claim waited for locks', async () => {
  await server.database.query(
    `insert into dial_paces (key, next_at) values ('sandbox', '2020-01-01') on conflict do nothing`,
  );
  const account = await server.account();
  const { id } = await createCampaign(account, {
    timezone: 'UTC',
    allowed_hours_start_time: timeOfDay(-60),
    allowed_hours_end_time: timeOfDay(0),
  });
  await createLead(account, { campaign_id: id, phone_number: mobileNumber() });
  let claims: Transaction[] = [];
  await server.database.transaction(async (transaction) => {
    await transaction.query(`select from dial_paces where key = 'sandbox' for update`);
    expect((await setStatus(account, id, 'start')).status).toBe(200);
    claims = await eventually(waitingForRate, ({ length }) => length > 0);
    clock.advance(60_000);
  });
  // A dial is stored before it is made, so a missing row proves that no call was made.
  await eventually(
    () => stillClaiming(claims),
    ({ length }) => length === 0,
  );
  expect(await server.database.query('select from calls where campaign_id = $1', [id])).toEqual([]);
  expect(voice.dials).toEqual([]);
  const closed = await leadOnce(account, id, ({ waiting }) => waiting?.code === 'campaign-hours');
  expect(closed).toMatchObject({ status: 'created', call_tries: 0 });
  clock.advance(24 * 3_600_000 - 30 * 60_000);
  await leadOnce(account, id, ({ status }) => status === 'processing');
  expect(await leadsOf(account, id)).toMatchObject([{ call_tries: 1 }]);
});

test('makes no call in the last two seconds of the hours', async () => {
  const account = await server.account();
  const untilMinute = 60_000 - (clock.now().getTime() % 60_000);
  clock.advance(untilMinute + 58_500);
  const [closing, open] = await Promise.all(
    [0, 60].map(async (minutes) => {
      const hours = { allowed_hours_start_time: timeOfDay(-60), allowed_hours_end_time: timeOfDay(minutes) };
      const { id } = await createCampaign(account, { timezone: 'UTC', ...hours });
      await createLead(account, { campaign_id: id, phone_number: mobileNumber() });
      return id;
    }),
  );
  if (closing === undefined || open === undefined) throw new Error('There are two campaigns.');
  expect((await setStatus(account, closing, 'start')).status).toBe(200);
  expect((await setStatus(account, open, 'start')).status).toBe(200);
  await leadOnce(account, open, ({ status }) => status === 'processing');
  clock.advance(1_500);
  await leadOnce(account, closing, ({ waiting }) => waiting?.code === 'campaign-hours');
  expect(await server.database.query('select from calls where campaign_id = $1', [closing])).toEqual([]);
});

test('a campaign edited during a pass is not completed because of its old hours', async () => {
  const account = await server.account();
  const { id } = await createCampaign(account, {
    timezone: 'UTC',
    allowed_hours_start_time: timeOfDay(-60),
    allowed_hours_end_time: timeOfDay(-30),
  });
  await createLead(account, { campaign_id: id, phone_number: mobileNumber() });
  expect((await setStatus(account, id, 'start')).status).toBe(200);
  const asked = { processId: randomUUID(), maxParallelCalls: 100 };
  const [snapshot] = await readSnapshots(server.database, [id], asked);
  if (snapshot === undefined) throw new Error('The campaign does not run.');
  await account.put(`/user/campaign/${id}`, { allowed_hours_end_time: timeOfDay(-20) });
  const neverOpenZones = snapshot.waiting.map(({ zoneKey }) => zoneKey);
  const [edited] = await readSnapshots(server.database, [id], asked);
  const complete = (changedAt = '') =>
    completeCampaign(server.database, { id, changedAt, neverOpenZones, reason: null, now: clock.now() });
  expect(await complete(snapshot.changedAt)).toBe(false);
  expect(await complete(edited?.changedAt)).toBe(true);
});

test('a campaign waiting for its hours is not polled', async () => {
  const account = await server.account();
  const { id } = await createCampaign(account, {
    timezone: 'UTC',
    allowed_hours_start_time: timeOfDay(60),
    allowed_hours_end_time: timeOfDay(120),
  });
  const numbers = [mobileNumber(), mobileNumber()];
  await createLead(account, { campaign_id: id, phone_number: numbers[0] ?? '' });
  const ownLookUps = (): number => routeLookUps.filter((userId) => userId === account.userId).length;
  expect((await setStatus(account, id, 'start')).status).toBe(200);
  const once = await eventually(
    async () => ownLookUps(),
    (count) => count > 0,
  );
  clock.advance(60_000);
  await createLead(account, { campaign_id: id, phone_number: numbers[1] ?? '' });
  // Campaigns notified later are scheduled in the same or a later pass.
  const other = await server.account();
  const { numbers: called } = await runningCampaign(other, { leads: 1 });
  await dialsTo([voice], called, 1);
  expect(ownLookUps()).toBe(once);
  clock.advance(60 * 60_000);
  await dialsTo([voice], numbers, 1);
  // The second call begins at its own rate slot.
  clock.advance(10);
  expect(await dialsTo([voice], numbers, 2)).toHaveLength(2);
});
