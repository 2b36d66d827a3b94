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
/** Of what this process asks of its databases. */
let watch: Watch;

/** Before that a prepared call is not marked: others may undo it. */
const LONG_AHEAD_MS = 400;
/** While a call gets ready. */
const NO_WAY = { type: 'failed', failure: 'unavailable', code: null, reason: '' } as const;

/** A campaign whose only lead was busy once, and whose second call is prepared: by default it is due in a tenth of a second. */
async function preparedCampaign(
  fields: Record<string, unknown> = {},
  { aheadMs = 100, failure }: { aheadMs?: number; failure?: typeof NO_WAY } = {},
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

const dialled = (numbers: readonly string[]): ScriptedDial[] =>
  voice.dials.filter(({ request }) => numbers.includes(request.to));

/** Time passes in steps, each with its turn for whoever waits for the database. */
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
  if (row === undefined) throw new Error('Nobody was called.');
  return row;
}

describe.each([
  ['waits until a call is due', false],
  ['gets ready before', true],
])('over a line that %s', (_name, isReadyAhead) => {
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

  test('a campaign that is deleted in that moment calls nobody behind the answer', async () => {
    const { id, numbers } = await preparedCampaign();
    let answered = 0;
    void account.delete(`/user/campaign/${id}`).then(({ status }) => {
      answered = status;
    });
    await eventually(
      async () => (await account.get(`/user/campaign/${id}`)).status,
      (status) => status === 404,
    );
    await rest(watch);
    // Whoever asked later is answered before.
    await account.get('/user/me');
    expect(answered).toBe(0);
    await eventually(
      async () => clock.advance(20),
      () => answered === 200,
    );
    expect(dialled(numbers)).toHaveLength(1);
    await pass(10, 20);
    expect(dialled(numbers)).toHaveLength(1);
  });

  /** Enters a number; tells when that was answered. */
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

  test('a number that is blacklisted in that moment is not called', async () => {
    const { id, numbers } = await preparedCampaign();
    const entry = blacklist(numbers[0]);
    await eventually(() => isEntered(numbers[0]), Boolean);
    await pass(10, 20);
    await eventually(async () => entry.isAnswered(), Boolean);
    await leadOnce(account, id, ({ status }) => status === 'blacklisted');
    expect(dialled(numbers)).toHaveLength(1);
  });

  test('from a number that is given back in that moment nobody is called', async () => {
    const chosen = await insertNumber(account);
    const { id, numbers } = await preparedCampaign({ phone_number_ids: [chosen] });
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
    expect(dialled(numbers)).toHaveLength(1);
    const waiting = await leadOnce(account, id, ({ status }) => status === 'rescheduled');
    expect(waiting).toMatchObject({ call_tries: 1, retries: 1, last_outcome: 'busy' });
  });

  test('behind the answer that a number was blacklisted nobody calls it, not even who had looked just before', async () => {
    const { id, numbers } = await preparedCampaign();
    // Now it is looked at, or in a moment.
    await pass(1, 50);
    const entry = blacklist(numbers[0]);
    await eventually(() => isEntered(numbers[0]), Boolean);
    expect((await account.get('/user/me')).status).toBe(200);
    expect(entry.isAnswered()).toBe(false);
    // A look that holds is a call that begins at its instant, and the answer has to wait for it.
    await pass(5, 10);
    await eventually(
      async () => clock.advance(10),
      () => entry.isAnswered(),
    );
    const begun = dialled(numbers).length;
    await pass(10, 20);
    for (const dial of dialled(numbers)) dial.tell(busy);
    await leadOnce(account, id, ({ status }) => status === 'rescheduled' || status === 'blacklisted');
    clock.advance(RETRY_MS);
    await leadOnce(account, id, ({ status }) => status === 'blacklisted');
    expect(dialled(numbers)).toHaveLength(begun);
  });

  test('a claim that others undo, who take this process for dead, is not dialled by it, and its lead has lost nothing', async () => {
    const { id, numbers, lead } = await preparedCampaign({}, { aheadMs: LONG_AHEAD_MS });
    const before = await lastCall(numbers);
    expect(before.claimed_from).toEqual({ lead: 'rescheduled', contact: null });
    const { dependencies } = server;
    const about = { processId: before.process_id, callIds: [before.id] };
    const undo = () => undoClaims({ ...dependencies.calls, database: server.database }, about);
    expect(await undo()).toEqual(new Set([before.id]));
    expect(await undo()).toEqual(new Set());
    expect((await account.get(`/user/calls/${before.id}`)).status).toBe(404);
    // The lead waits as before, so that it is claimed once more.
    await eventually(
      () => lastCall(numbers),
      (call) => call.id !== before.id && call.status === 'initiated',
    );
    expect(await leadOnce(account, id, () => true)).toMatchObject({
      ...{ status: 'processing', call_tries: lead.call_tries },
    });
    await pass(22, 20);
    expect(await dialsTo([voice], numbers, 2)).toHaveLength(2);
  });

  test('of a claim whose turn was a contact’s the contact is as before, too', async () => {
    const { id } = await createCampaign(account, { retry_interval: 10 });
    const [own, second] = [mobileNumber(), mobileNumber()];
    await createLead(account, {
      ...{ campaign_id: id, phone_number: own },
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
    // Nobody is to claim it anew.
    await server.database.query(`update campaigns set status = 'stopped' where id = $1`, [id]);
    const call = await lastCall([second]);
    const about = { processId: call.process_id, callIds: [call.id] };
    await undoClaims({ ...server.dependencies.calls, database: server.database }, about);
    expect(await rows()).toEqual(before);
  });

  test('what is marked counts as dialled, whatever becomes of its process', async () => {
    const { numbers } = await preparedCampaign();
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

  test.runIf(isReadyAhead)('one that failed before its instant is over at it, and no earlier', async () => {
    const { id, numbers } = await preparedCampaign({}, { failure: NO_WAY });
    await pass(9, 11);
    expect((await lastCall(numbers)).status).toBe('initiated');
    clock.advance(1);
    await leadOnce(account, id, ({ last_outcome }) => last_outcome === 'failed');
    expect((await lastCall(numbers)).status).toBe('failed');
    expect(dialled(numbers)).toHaveLength(1);
  });

  test.runIf(isReadyAhead)('one that failed before its instant, and is put back, was none', async () => {
    const { id } = await preparedCampaign({}, { failure: NO_WAY });
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
  });
});
