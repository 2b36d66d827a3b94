import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { undoClaims } from '../../src/modules/calls/endings/undo-claims.ts';
import { mobileNumber } from '../kit/calls.ts';
import {
  busy,
  campaignOnce,
  dialsTo,
  invalidNumber,
  leadOnce,
  noAnswer,
  runningCampaign,
} from '../kit/campaign-dials.ts';
import { rest } from '../kit/campaigns/jump-clock.ts';
import { type Watch, watchStatements } from '../kit/campaigns/watch-statements.ts';
import { createCampaign, createLead, setStatus } from '../kit/campaigns.ts';
import { type ManualClock, manualClock } from '../kit/clocks.ts';
import { eventually } from '../kit/eventually.ts';
import { insertNumber } from '../kit/owned-rows.ts';
import { type Answer, type Client, startTestServer, type TestServer } from '../kit/test-server.ts';
import { type ScriptedDial, type ScriptedVoice, scriptedVoice } from '../kit/voice/scripted-calls.ts';

const RETRY_MS = 10 * 60_000;

let server: TestServer;
let voice: ScriptedVoice;
let clock: ManualClock;
let account: Client;
/** Statements of this process. */
let watch: Watch;

/** A claim that is further ahead is not marked yet, and others may undo it. */
const LONG_AHEAD_MS = 400;
/** A rejection by the carrier before the start time of the call. */
const PREPARATION_FAILURE = { type: 'failed', failure: 'unavailable', code: null, reason: '' } as const;

/** Starts a campaign whose only lead was busy once and is pre-claimed for its second call, by default due in 100 ms. */
async function preClaimedCampaign(
  fields: Record<string, unknown> = {},
  { aheadMs = 100, failure }: { aheadMs?: number; failure?: typeof PREPARATION_FAILURE } = {},
): Promise<{ id: number; numbers: string[]; lead: Answer['body'] }> {
  const { id, numbers } = await runningCampaign(account, { leads: 1, retry_interval: 10, ...fields });
  const [first] = await dialsTo([voice], numbers, 1);
  first?.tell(busy);
  if (failure !== undefined) voice.failuresAhead.set(numbers[0] ?? '', failure);
  await leadOnce(account, id, ({ status }) => status === 'rescheduled');
  clock.advance(RETRY_MS - aheadMs);
  const lead = await leadOnce(account, id, ({ status }) => status === 'processing');
  return { id, numbers, lead };
}

const dialed = (numbers: readonly string[]): ScriptedDial[] =>
  voice.dials.filter(({ request }) => numbers.includes(request.to));

/** Advances time in steps, letting pending queries finish at each. */
async function pass(steps: number, stepMs: number): Promise<void> {
  for (let step = 0; step < steps; step += 1) {
    clock.advance(stepMs);
    await rest(watch);
  }
}

interface LastCall {
  id: number;
  process_id: string;
  status: string;
  claimed_from: object | null;
}

async function lastCall(numbers: readonly string[]): Promise<LastCall> {
  const [row] = await server.database.query<LastCall>(
    `select id, process_id, status, claimed_from from calls where client_phone_number = any($1)
     order by id desc limit 1`,
    [numbers],
  );
  if (row === undefined) throw new Error('No call was made.');
  return row;
}

describe.each([
  ['dials when due', false],
  ['prepares the dial ahead', true],
])('over a route that %s', (_name, isReadyAhead) => {
  beforeAll(async () => {
    watch = watchStatements();
    voice = scriptedVoice(['sandbox'], { isReadyAhead });
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
    watch.stop();
  });

  test('claims a call before its start time and dials on time', async () => {
    const { numbers } = await preClaimedCampaign();
    await pass(9, 11);
    expect(dialed(numbers)).toHaveLength(1);
    clock.advance(1);
    expect(await dialsTo([voice], numbers, 2)).toHaveLength(2);
    const [row] = await server.database.query<{ at: Date }>(
      'select initiated_at as at from calls where client_phone_number = $1 order by id desc limit 1',
      numbers,
    );
    expect(row?.at).toEqual(clock.now());
  });

  test('stopping the campaign before the dial prevents the call and restores the lead', async () => {
    const { id, numbers, lead } = await preClaimedCampaign();
    expect(lead.call_tries).toBe(2);
    const stopping = setStatus(account, id, 'stop');
    await campaignOnce(account, id, ({ status }) => status === 'stopped');
    await pass(10, 20);
    let answered = 0;
    void stopping.then(({ status }) => {
      answered = status;
    });
    // The response waits until no call can begin.
    await eventually(
      async () => clock.advance(20),
      () => answered === 200,
    );
    const waiting = await leadOnce(account, id, ({ status }) => status === 'rescheduled');
    expect(waiting).toMatchObject({ call_tries: 1, retries: 1, last_outcome: 'busy' });
    expect(waiting.waiting).toMatchObject({ code: 'campaign-stopped' });
    expect(dialed(numbers)).toHaveLength(1);
    expect((await account.get(`/user/calls?campaign_id=${id}`)).body.data).toHaveLength(1);
    await setStatus(account, id, 'start');
    expect(await dialsTo([voice], numbers, 2)).toHaveLength(2);
  });

  test('deleting the campaign before the dial prevents calls after the response', async () => {
    const { id, numbers } = await preClaimedCampaign();
    let answered = 0;
    void account.delete(`/user/campaign/${id}`).then(({ status }) => {
      answered = status;
    });
    await eventually(
      async () => (await account.get(`/user/campaign/${id}`)).status,
      (status) => status === 404,
    );
    await rest(watch);
    // A later request is answered before the deletion.
    await account.get('/user/me');
    expect(answered).toBe(0);
    await eventually(
      async () => clock.advance(20),
      () => answered === 200,
    );
    expect(dialed(numbers)).toHaveLength(1);
    await pass(10, 20);
    expect(dialed(numbers)).toHaveLength(1);
  });

  /** Blacklists a number. `isAnswered` tells whether the response has arrived. */
  function blacklist(phone_number: string | undefined): { isAnswered(): boolean } {
    let status = 0;
    void account.post('/user/blacklist', { phone_number }).then((answer) => {
      status = answer.status;
    });
    return { isAnswered: () => status === 200 };
  }

  const isEntered = async (phoneNumber = ''): Promise<boolean> => {
    const { body } = await account.get(`/user/blacklist?phone_number=${encodeURIComponent(phoneNumber)}`);
    return body.total === 1;
  };

  test('blacklisting the number before the dial prevents the call', async () => {
    const { id, numbers } = await preClaimedCampaign();
    const entry = blacklist(numbers[0]);
    await eventually(() => isEntered(numbers[0]), Boolean);
    await pass(10, 20);
    await eventually(async () => entry.isAnswered(), Boolean);
    await leadOnce(account, id, ({ status }) => status === 'blacklisted');
    expect(dialed(numbers)).toHaveLength(1);
  });

  test('releasing the calling number before the dial prevents the call', async () => {
    const chosen = await insertNumber(account);
    const { id, numbers } = await preClaimedCampaign({ phone_number_ids: [chosen] });
    expect((await account.delete(`/user/phone-numbers/${chosen}`)).status).toBe(200);
    await pass(10, 20);
    const stopped = await eventually(
      async () => {
        clock.advance(1000);
        return campaignOnce(account, id, () => true);
      },
      ({ status }) => status === 'stopped',
    );
    expect(stopped.stop_reason).toContain('number');
    expect(dialed(numbers)).toHaveLength(1);
    const waiting = await leadOnce(account, id, ({ status }) => status === 'rescheduled');
    expect(waiting).toMatchObject({ call_tries: 1, retries: 1, last_outcome: 'busy' });
  });

  test('after the blacklist response no call begins, even with a recent check', async () => {
    const { id, numbers } = await preClaimedCampaign();
    // The check happens about now.
    await pass(1, 50);
    const entry = blacklist(numbers[0]);
    await eventually(() => isEntered(numbers[0]), Boolean);
    expect((await account.get('/user/me')).status).toBe(200);
    expect(entry.isAnswered()).toBe(false);
    // A valid check means that the call begins on time; the response waits for it.
    await pass(5, 10);
    await eventually(
      async () => clock.advance(10),
      () => entry.isAnswered(),
    );
    const begun = dialed(numbers).length;
    await pass(10, 20);
    for (const dial of dialed(numbers)) dial.tell(busy);
    await leadOnce(account, id, ({ status }) => status === 'rescheduled' || status === 'blacklisted');
    clock.advance(RETRY_MS);
    await leadOnce(account, id, ({ status }) => status === 'blacklisted');
    expect(dialed(numbers)).toHaveLength(begun);
  });

  test('a claim undone by another process is not dialed, and its lead is restored', async () => {
    const { id, numbers, lead } = await preClaimedCampaign({}, { aheadMs: LONG_AHEAD_MS });
    const before = await lastCall(numbers);
    expect(before.claimed_from).toEqual({ lead: 'rescheduled', contact: null });
    const { dependencies } = server;
    const about = { processId: before.process_id, callIds: [before.id] };
    const undo = () => undoClaims({ ...dependencies.calls, database: server.database }, about);
    expect(await undo()).toEqual(new Set([before.id]));
    expect(await undo()).toEqual(new Set());
    expect((await account.get(`/user/calls/${before.id}`)).status).toBe(404);
    // The lead waits again and is claimed once more.
    await eventually(
      () => lastCall(numbers),
      (call) => call.id !== before.id && call.status === 'initiated',
    );
    expect(await leadOnce(account, id, () => true)).toMatchObject({
      status: 'processing',
      call_tries: lead.call_tries,
    });
    await pass(22, 20);
    expect(await dialsTo([voice], numbers, 2)).toHaveLength(2);
  });

  test('undoing a claim restores the lead’s current contact', async () => {
    const { id } = await createCampaign(account, { retry_interval: 10 });
    const [own, second] = [mobileNumber(), mobileNumber()];
    await createLead(account, {
      campaign_id: id,
      phone_number: own,
      secondary_contacts: [{ phone_number: second }],
    });
    await setStatus(account, id, 'start');
    (await dialsTo([voice], [own], 1))[0]?.tell(invalidNumber);
    (await dialsTo([voice], [second], 1))[0]?.tell(busy);
    await leadOnce(account, id, ({ status }) => status === 'rescheduled');
    const rows = (): Promise<object[]> =>
      server.database.query(
        `select lead.status, lead.due_at, lead.zone_key, lead.call_id, lead.call_tries, lead.contact_id,
           contact.status as contact_status, contact.call_tries as contact_tries
         from leads lead join lead_contacts contact on contact.lead_id = lead.id where lead.campaign_id = $1`,
        [id],
      );
    const before = await rows();
    expect(before).toMatchObject([{ contact_status: 'rescheduled', contact_tries: 1, call_tries: 2 }]);
    clock.advance(RETRY_MS - LONG_AHEAD_MS);
    await leadOnce(account, id, ({ status }) => status === 'processing');
    expect(await rows()).toMatchObject([{ contact_status: 'processing', contact_tries: 2, call_tries: 3 }]);
    // The lead must not be claimed again.
    await server.database.query(`update campaigns set status = 'stopped' where id = $1`, [id]);
    const call = await lastCall([second]);
    const about = { processId: call.process_id, callIds: [call.id] };
    await undoClaims({ ...server.dependencies.calls, database: server.database }, about);
    expect(await rows()).toEqual(before);
  });

  test('a call marked as dialed counts as dialed after its process died', async () => {
    const { numbers } = await preClaimedCampaign();
    const call = await eventually(
      () => lastCall(numbers),
      ({ claimed_from }) => claimed_from === null,
    );
    const about = { processId: call.process_id, callIds: [call.id] };
    expect(await undoClaims({ ...server.dependencies.calls, database: server.database }, about)).toEqual(
      new Set(),
    );
    await pass(5, 20);
    expect(await dialsTo([voice], numbers, 2)).toHaveLength(2);
  });

  test('editing the campaign before the dial applies to the call', async () => {
    const { id, numbers } = await preClaimedCampaign();
    const hours = { allowed_hours_start_time: '00:00', allowed_hours_end_time: '00:30', timezone: 'UTC' };
    expect((await account.put(`/user/campaign/${id}`, hours)).status).toBe(200);
    await pass(10, 20);
    const lead = await leadOnce(account, id, ({ waiting }) => waiting?.code === 'campaign-hours');
    expect(lead).toMatchObject({ status: 'rescheduled', call_tries: 1 });
    expect(dialed(numbers)).toHaveLength(1);
  });

  test('ending a claimed call prevents its dial', async () => {
    const { id, numbers } = await preClaimedCampaign({ max_retries: 1 });
    const [call] = (await account.get(`/user/calls?campaign_id=${id}`)).body.data;
    expect((await account.post(`/user/calls/${call.id}/hang-up`)).status).toBe(200);
    await pass(10, 20);
    await eventually(
      async () => (await account.get(`/user/calls/${call.id}`)).body,
      ({ status }) => status === 'failed' || status === 'no-answer',
    );
    expect(dialed(numbers)).toHaveLength(1);
  });

  test('does not claim ahead over a rate-limited carrier', async () => {
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
    // Another call gets the next slot.
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

  test.runIf(isReadyAhead)(
    'a call that fails before its start time ends at that time, not earlier',
    async () => {
      const { id, numbers } = await preClaimedCampaign({}, { failure: PREPARATION_FAILURE });
      await pass(9, 11);
      expect((await lastCall(numbers)).status).toBe('initiated');
      clock.advance(1);
      await leadOnce(account, id, ({ last_outcome }) => last_outcome === 'failed');
      expect((await lastCall(numbers)).status).toBe('failed');
      expect(dialed(numbers)).toHaveLength(1);
    },
  );

  test.runIf(isReadyAhead)(
    'a claim that fails before its start time and is undone does not count as a try',
    async () => {
      const { id } = await preClaimedCampaign({}, { failure: PREPARATION_FAILURE });
      const stopping = setStatus(account, id, 'stop');
      await campaignOnce(account, id, ({ status }) => status === 'stopped');
      await pass(10, 20);
      const waiting = await leadOnce(account, id, ({ status }) => status === 'rescheduled');
      expect(waiting).toMatchObject({ call_tries: 1, retries: 1, last_outcome: 'busy' });
      expect((await account.get(`/user/calls?campaign_id=${id}`)).body.data).toHaveLength(1);
      await eventually(
        () => Promise.race([stopping.then(() => true), rest(watch).then(() => clock.advance(20))]),
        (isAnswered) => isAnswered === true,
      );
    },
  );
});
