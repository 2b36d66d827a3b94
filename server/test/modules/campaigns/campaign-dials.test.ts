import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { greetingOf } from '../../../src/voice/session/assistant-texts.ts';
import { createAssistant } from '../../kit/assistants.ts';
import { callOnce, makeCall, mobileNumber, outboundAssistant } from '../../kit/calls.ts';
import {
  AT_ANY_HOUR,
  busy,
  campaignOnce,
  dialsTo,
  invalidNumber,
  leadOnce,
  leadsOf,
  noAnswer,
  runningCampaign,
} from '../../kit/campaign-dials.ts';
import { createCampaign, createLead, setStatus } from '../../kit/campaigns.ts';
import { type ManualClock, manualClock } from '../../kit/clocks.ts';
import { eventually } from '../../kit/eventually.ts';
import { insertNumber } from '../../kit/owned-rows.ts';
import { type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';
import { customerSays, type ScriptedVoice, scriptedVoice } from '../../kit/voice/scripted-calls.ts';

let server: TestServer;
let voice: ScriptedVoice;
let clock: ManualClock;
let account: Client;

beforeAll(async () => {
  voice = scriptedVoice();
  clock = manualClock(new Date());
  server = await startTestServer({
    overrides: { voice: voice.overrides, clock },
    environment: { ...AT_ANY_HOUR, PARLEY_MAX_CALLS: '200' },
  });
});
afterAll(async () => {
  // End calls left over by the tests.
  for (const dial of voice.dials) dial.tell(noAnswer);
  await server.stop();
});
beforeEach(async () => {
  account = await server.account();
});

const MINUTE_MS = 60_000;

test('calls up to the limit in parallel, then the next leads, and completes after the last', async () => {
  const { id, numbers } = await runningCampaign(account, { leads: 5, max_calls_in_parallel: 2 });
  const first = await dialsTo([voice], numbers, 2);
  expect(first.map(({ request }) => request.to)).toEqual(numbers.slice(0, 2));
  expect((await leadsOf(account, id)).map(({ status }) => status)).toEqual([
    'processing',
    'processing',
    'created',
    'created',
    'created',
  ]);
  for (let count = 0; count < 5; count += 1) {
    const dials = await dialsTo([voice], numbers, Math.min(5, count + 2));
    expect(dials).toHaveLength(Math.min(5, count + 2));
    const dial = dials[count];
    if (dial === undefined) throw new Error('The number was not dialed.');
    const call = await voice.callOn(dial.answer());
    call.end({ status: 'ended_by_customer', answeredBy: 'human' });
  }
  const done = await campaignOnce(account, id, ({ status }) => status === 'completed');
  expect(done).toMatchObject({ stop_reason: null, completed_at: expect.any(String) });
  const leads = await leadsOf(account, id);
  expect(leads.map(({ status, call_tries }) => [status, call_tries])).toEqual(
    numbers.map(() => ['completed', 1]),
  );
  const { body } = await account.get(`/user/calls?campaign_id=${id}`);
  expect(body.total).toBe(5);
  expect(body.data[0]).toMatchObject({
    assistant_id: done.assistant_id,
    campaign_id: id,
    campaign_name: done.name,
    lead_id: leads.at(-1)?.id,
    lead_external_id: null,
    type: 'outbound',
  });
  const late = await createLead(account, { campaign_id: id, phone_number: mobileNumber() });
  expect((await account.get(`/user/leads/${late.id}`)).body.data.waiting).toMatchObject({
    code: 'campaign-completed',
  });
});

test('calls contacts in order, then all again after the interval, up to the last retry', async () => {
  const campaign = await createCampaign(account, { max_retries: 1, retry_interval: 30 });
  const numbers = [mobileNumber(), mobileNumber(), mobileNumber()];
  await createLead(account, {
    campaign_id: campaign.id,
    phone_number: numbers[0] ?? '',
    variables: { name: 'Ana', tone: 'warm' },
    secondary_contacts: [
      { phone_number: numbers[1], variables: { name: 'Dan' } },
      { phone_number: numbers[2], variables: {} },
    ],
  });
  await setStatus(account, campaign.id, 'start');
  const order: string[] = [];
  for (let round = 1; round <= 2; round += 1) {
    for (let turn = 1; turn <= 3; turn += 1) {
      const dials = await dialsTo([voice], numbers, order.length + 1);
      expect(dials).toHaveLength(order.length + 1);
      const dial = dials.at(-1);
      order.push(dial?.request.to ?? '');
      dial?.tell(turn === 2 ? busy : noAnswer);
    }
    if (round === 1) {
      const waiting = await leadOnce(account, campaign.id, ({ status }) => status === 'rescheduled');
      expect(waiting).toMatchObject({ call_tries: 3, retries: 1, last_outcome: 'no-answer' });
      expect(waiting.secondary_contacts.map((one: { last_outcome: string }) => one.last_outcome)).toEqual([
        'busy',
        'no-answer',
      ]);
      expect(new Date(waiting.due_at).getTime() - clock.now().getTime()).toBe(30 * MINUTE_MS);
      clock.advance(30 * MINUTE_MS - 1);
      await account.get('/user/me');
      expect(await dialsTo([voice], numbers, 3)).toHaveLength(3);
      clock.advance(1);
    }
  }
  expect(order).toEqual([...numbers, ...numbers]);
  await campaignOnce(account, campaign.id, ({ status }) => status === 'completed');
  const [lead] = await leadsOf(account, campaign.id);
  expect(lead).toMatchObject({ status: 'reached-max-retries', call_tries: 6, retries: 1 });
  const { body } = await account.get(`/user/calls?campaign_id=${campaign.id}`);
  const variables = body.data.map((call: { variables: object }) => call.variables).reverse();
  expect(variables.slice(0, 3)).toEqual([
    { name: 'Ana', tone: 'warm' },
    { name: 'Dan', tone: 'warm' },
    { name: 'Ana', tone: 'warm' },
  ]);
});

test('greets with lead variables, and warns about missing values at the start', async () => {
  const { id: assistant_id } = await outboundAssistant(account, {
    initial_message:
      'Hello {{First Name}} from {{Oraș}}, this is {{company}} for lead {{lead_id}} of {{campaign_name}}.',
    variables: { company: '' },
  });
  const campaign = await createCampaign(account, { assistant_id });
  const number = mobileNumber();
  const file = `Phone,first name,Oraș,a|b\n${number},Ana,Cluj,1\n`;
  const imported = await account.request('POST', `/user/campaign/${campaign.id}/leads/import`, {
    body: file,
    headers: { 'content-type': 'text/csv' },
  });
  const named = [expect.stringContaining('{{company}}')];
  const unusable = 'No text can use the variable "a|b": names have 1 to 64 characters without { } and |.';
  expect(imported.body.data.warnings).toEqual([...named, unusable]);
  // Hints are about waiting leads, so they are read before the campaign dials.
  expect((await account.get(`/user/campaign/${campaign.id}/monitor`)).body.data.hints).toEqual(named);
  expect((await setStatus(account, campaign.id, 'start')).body.data.warnings).toEqual(named);
  const [dial] = await dialsTo([voice], [number], 1);
  if (dial === undefined) throw new Error('The number was not dialed.');
  const { assistant } = await voice.callOn(dial.answer());
  const [lead] = await leadsOf(account, campaign.id);
  expect(greetingOf(assistant)).toBe(
    `Hello Ana from Cluj, this is for lead ${lead?.id} of ${campaign.name}.`,
  );
  expect(assistant.persona.talk?.customerName).toBe('Ana');
});

test('passes lead variables on to another assistant', async () => {
  const { id: assistant_id } = await outboundAssistant(account, { variables: { name: 'you', shop: 'Mill' } });
  const campaign = await createCampaign(account, { assistant_id });
  const number = mobileNumber();
  await createLead(account, { campaign_id: campaign.id, phone_number: number, variables: { name: 'Ana' } });
  await setStatus(account, campaign.id, 'start');
  const [dial] = await dialsTo([voice], [number], 1);
  if (dial === undefined) throw new Error('The number was not dialed.');
  const call = await voice.callOn(dial.answer());
  const next = await createAssistant(account, { variables: { name: 'neighbour', shop: 'Depot' } });
  const taking = await call.host.assistant(next.id, new AbortController().signal);
  expect(taking?.persona.variables).toEqual({ name: 'Ana', shop: 'Depot' });
  call.end({ status: 'ended_by_customer', answeredBy: 'human' });
});

test('a number that does not exist is never called again', async () => {
  const campaign = await createCampaign(account, { max_retries: 5 });
  const numbers = [mobileNumber(), mobileNumber()];
  await createLead(account, {
    campaign_id: campaign.id,
    phone_number: numbers[0] ?? '',
    secondary_contacts: [{ phone_number: numbers[1] }],
  });
  await setStatus(account, campaign.id, 'start');
  (await dialsTo([voice], numbers, 1))[0]?.tell(invalidNumber);
  (await dialsTo([voice], numbers, 2))[1]?.tell(busy);
  await leadOnce(account, campaign.id, ({ status }) => status === 'rescheduled');
  clock.advance(61 * MINUTE_MS);
  const dials = await dialsTo([voice], numbers, 3);
  expect(dials.map(({ request }) => request.to)).toEqual([...numbers, numbers[1]]);
});

test('never calls a number again after an opt-out in a call', async () => {
  const { id, numbers } = await runningCampaign(account, { leads: 1 });
  const [number = ''] = numbers;
  const other = await createCampaign(account);
  await createLead(account, { campaign_id: other.id, phone_number: number });
  const [dial] = await dialsTo([voice], numbers, 1);
  if (dial === undefined) throw new Error('The number was not dialed.');
  const call = await voice.callOn(dial.answer());
  call.happen(customerSays('Please do not call me again.'));
  call.end({ status: 'ended_by_customer', answeredBy: 'human' });
  await leadOnce(account, id, ({ status }) => status === 'blacklisted');
  expect(await leadsOf(account, other.id)).toMatchObject([{ status: 'blacklisted', call_tries: 0 }]);
  const { body } = await account.get('/user/blacklist');
  expect(body.data).toMatchObject([{ phone_number: number, source: 'call' }]);
});

test('a stopped campaign makes no new calls, and continues after a restart', async () => {
  const { id, numbers } = await runningCampaign(account, { leads: 3, max_calls_in_parallel: 1 });
  const [running] = await dialsTo([voice], numbers, 1);
  expect((await setStatus(account, id, 'stop')).status).toBe(200);
  running?.tell(invalidNumber);
  const callEnded = async () => (await leadsOf(account, id))[0]?.status;
  expect(await eventually(callEnded, (status) => status !== 'processing')).toBe('reached-max-retries');
  expect(await dialsTo([voice], numbers, 1)).toHaveLength(1);
  expect((await setStatus(account, id, 'start')).status).toBe(200);
  const [, second] = await dialsTo([voice], numbers, 2);
  expect(second?.request.to).toBe(numbers[1]);
});

test('a call ended by the account counts as a try', async () => {
  const { id, numbers } = await runningCampaign(account, { leads: 1 });
  await dialsTo([voice], numbers, 1);
  const { body } = await account.get(`/user/calls?campaign_id=${id}`);
  await account.post(`/user/calls/${body.data[0].id}/hang-up`);
  const lead = await leadOnce(account, id, ({ status }) => status === 'rescheduled');
  expect(lead).toMatchObject({ call_tries: 1, last_outcome: 'failed' });
  await callOnce(account, body.data[0].id, ({ status }) => status === 'failed');
});

test('calls a shared number for one lead at a time, and not at all after an opt-out', async () => {
  const phone_number = mobileNumber();
  const first = await createCampaign(account, {});
  const second = await createCampaign(account, {});
  await createLead(account, { campaign_id: first.id, phone_number });
  await createLead(account, { campaign_id: first.id, phone_number, allow_dupplicate: true });
  await createLead(account, {
    campaign_id: second.id,
    phone_number: mobileNumber(),
    secondary_contacts: [{ phone_number, variables: {} }],
  });
  const [other] = await leadsOf(account, second.id);
  await setStatus(account, second.id, 'start');
  const [own] = await dialsTo([voice], [other.phone_number], 1);
  await setStatus(account, first.id, 'start');
  const [dial] = await dialsTo([voice], [phone_number], 1);
  own?.tell(noAnswer);
  const [, twin] = await eventually(
    () => leadsOf(account, first.id),
    ([, waiting]) => waiting.waiting?.code === 'number-in-call',
  );
  expect(twin).toMatchObject({ status: 'created', call_tries: 0 });
  // The lead now waits to call its contact.
  const contact = await leadOnce(account, second.id, ({ waiting }) => waiting?.code === 'number-in-call');
  expect(contact).toMatchObject({ call_tries: 1 });

  if (dial === undefined) throw new Error('The number was not dialed.');
  const call = await voice.callOn(dial.answer());
  call.happen(customerSays('Please never call me again.'));
  call.end({ status: 'ended_by_customer', answeredBy: 'human' });
  const blacklisted = await eventually(
    () => leadsOf(account, first.id),
    (leads) => leads.every(({ waiting }) => waiting === null),
  );
  expect(blacklisted.map(({ status }) => status)).toEqual(['blacklisted', 'blacklisted']);
  clock.advance(MINUTE_MS);
  await leadOnce(account, second.id, ({ secondary_contacts: [one] }) => one.status === 'blacklisted');
  expect(await dialsTo([voice], [phone_number], 1)).toHaveLength(1);
});

test('calls the current contacts if they were changed at the end of the previous call', async () => {
  const campaign = await createCampaign(account);
  const [own, before, after] = [mobileNumber(), mobileNumber(), mobileNumber()];
  const lead = await createLead(account, {
    campaign_id: campaign.id,
    phone_number: own,
    secondary_contacts: [{ phone_number: before }],
  });
  await setStatus(account, campaign.id, 'start');
  const [dial] = await dialsTo([voice], [own], 1);
  await server.database.transaction(async (holder) => {
    // A concurrent change of the lead takes this lock.
    await holder.query('select from leads where id = $1 for no key update', [lead.id]);
    dial?.tell(noAnswer);
    await eventually(
      () =>
        server.database.query(
          `select from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock' and query like 'select lead.id, %'`,
        ),
      (waiting) => waiting.length > 0,
    );
    await holder.query('delete from lead_contacts where lead_id = $1', [lead.id]);
    await holder.query(
      `insert into lead_contacts (user_id, lead_id, position, phone_number, variables, zone_key)
       values ($1, $2, 1, $3, '{}', 'Europe/Bucharest')`,
      [account.userId, lead.id, after],
    );
  });
  await dialsTo([voice], [own, before, after], 2);
  const dialedNumbers = voice.dials.map(({ request }) => request.to);
  expect(dialedNumbers.filter((number) => [own, before, after].includes(number))).toEqual([own, after]);
});

test('calls a person once at a time, even if two leads have different spellings of the number', async () => {
  const local = `8${mobileNumber().slice(-7)}`;
  const spellings = [`+5411${local}`, `+54911${local}`];
  const { id } = await createCampaign(account);
  for (const phone_number of spellings) {
    await createLead(account, { campaign_id: id, phone_number, allow_dupplicate: true });
  }
  await setStatus(account, id, 'start');
  const [dial] = await dialsTo([voice], spellings, 1);
  expect((await leadsOf(account, id)).map(({ status }) => status)).toEqual(['processing', 'created']);
  dial?.tell(busy);
  expect(await dialsTo([voice], spellings, 2)).toHaveLength(2);
});

test('a STOP during the call closes the lead after it, and a START brings the lead back', async () => {
  const to = await insertNumber(account);
  const { id, numbers } = await runningCampaign(account, { leads: 1, mark_complete_when_no_leads: false });
  const [from = ''] = numbers;
  const [dial] = await dialsTo([voice], numbers, 1);
  await account.post('/sandbox/sms', { to, from, body: 'STOP' });
  expect((await leadsOf(account, id))[0]).toMatchObject({ status: 'processing' });
  dial?.tell(busy);
  await leadOnce(account, id, ({ status }) => status === 'blacklisted');
  await account.post('/sandbox/sms', { to, from, body: 'START' });
  expect(await dialsTo([voice], numbers, 2)).toHaveLength(2);
});

test('waits for any live call to the same number to end', async () => {
  const { id: assistant_id } = await outboundAssistant(account);
  const phone_number = mobileNumber();
  const asked = await makeCall(account, { assistant_id, phone_number });
  const [dial] = await dialsTo([voice], [phone_number], 1);
  if (dial === undefined) throw new Error('The number was not dialed.');
  const talk = await voice.callOn(dial.answer());
  const campaign = await createCampaign(account, { assistant_id });
  await createLead(account, { campaign_id: campaign.id, phone_number });
  await setStatus(account, campaign.id, 'start');
  const lead = await leadOnce(account, campaign.id, ({ waiting }) => waiting?.code === 'number-in-call');
  expect(lead).toMatchObject({ status: 'created', call_tries: 0 });
  const { waiting } = (await account.get(`/user/campaign/${campaign.id}/report`)).body.data;
  expect(waiting).toMatchObject([{ code: 'number-in-call', leads: 1 }]);
  talk.end({ status: 'ended_by_customer', answeredBy: 'human' });
  await callOnce(account, asked, ({ status }) => status === 'ended_by_customer');
  clock.advance(MINUTE_MS);
  expect(await dialsTo([voice], [phone_number], 2)).toHaveLength(2);
});

describe('a number that another campaign called', () => {
  const paused = ({ waiting }: { waiting: { code: string } | null }) =>
    waiting?.code === 'called-by-another-campaign';

  test('is called after the pause, and other leads meanwhile', async () => {
    const { numbers } = await runningCampaign(account, { leads: 1 });
    const [shared = ''] = numbers;
    const fresh = mobileNumber();
    const second = await createCampaign(account, { contact_pause: 30 });
    await createLead(account, { campaign_id: second.id, phone_number: shared });
    await createLead(account, { campaign_id: second.id, phone_number: fresh });
    (await dialsTo([voice], numbers, 1))[0]?.tell(noAnswer);
    await eventually(
      async () => (await account.get('/user/calls?status=no-answer')).body.total,
      (total) => total === 1,
    );
    const ended = clock.now().getTime();
    await setStatus(account, second.id, 'start');
    (await dialsTo([voice], [fresh], 1))[0]?.tell(busy);
    const until = ended + 30 * MINUTE_MS;
    const postponed = await eventually(
      async () => (await leadsOf(account, second.id))[0],
      ({ due_at }) => new Date(due_at).getTime() === until,
    );
    expect(postponed).toMatchObject({ status: 'created', call_tries: 0 });
    expect(postponed.waiting).toMatchObject({ code: 'called-by-another-campaign', until: postponed.due_at });
    const { waiting } = (await account.get(`/user/campaign/${second.id}/report`)).body.data;
    expect(waiting).toContainEqual({ ...postponed.waiting, leads: 1 });
    clock.advance(30 * MINUTE_MS - 1);
    await account.get('/user/me');
    expect(await dialsTo([voice], [shared], 1)).toHaveLength(1);
    clock.advance(1);
    expect(await dialsTo([voice], [shared], 2)).toHaveLength(2);
  });

  test('is called at once when the pause is set to 0', async () => {
    const { numbers } = await runningCampaign(account, { leads: 1 });
    const [phone_number = ''] = numbers;
    (await dialsTo([voice], numbers, 1))[0]?.tell(noAnswer);
    const second = await createCampaign(account);
    await createLead(account, { campaign_id: second.id, phone_number });
    await setStatus(account, second.id, 'start');
    await leadOnce(account, second.id, (lead) => paused(lead) && new Date(lead.due_at) > clock.now());
    await account.put(`/user/campaign/${second.id}`, { contact_pause: 0 });
    expect(await dialsTo([voice], numbers, 2)).toHaveLength(2);
  });

  test('no longer postpones the lead when its number is corrected', async () => {
    const { numbers } = await runningCampaign(account, { leads: 1 });
    const [wrong = ''] = numbers;
    (await dialsTo([voice], numbers, 1))[0]?.tell(noAnswer);
    const second = await createCampaign(account);
    const lead = await createLead(account, { campaign_id: second.id, phone_number: wrong });
    await setStatus(account, second.id, 'start');
    await leadOnce(account, second.id, (one) => paused(one) && new Date(one.due_at) > clock.now());
    const phone_number = mobileNumber();
    await account.put(`/user/leads/${lead.id}`, { phone_number });
    expect(await dialsTo([voice], [phone_number], 1)).toHaveLength(1);
  });

  test('is called at once if that call failed', async () => {
    const { id, numbers } = await runningCampaign(account, { leads: 1 });
    const [phone_number = ''] = numbers;
    (await dialsTo([voice], numbers, 1))[0]?.tell(invalidNumber);
    await leadOnce(account, id, ({ status }) => status === 'reached-max-retries');
    const second = await createCampaign(account);
    await createLead(account, { campaign_id: second.id, phone_number });
    await setStatus(account, second.id, 'start');
    expect(await dialsTo([voice], numbers, 2)).toHaveLength(2);
  });
});
