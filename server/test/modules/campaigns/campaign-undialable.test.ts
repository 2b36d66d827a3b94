import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { mobileNumber } from '../../kit/calls.ts';
import {
  AT_ANY_HOUR,
  busy,
  campaignOnce,
  dialsTo,
  invalidNumber,
  leadOnce,
  noAnswer,
} from '../../kit/campaign-dials.ts';
import { createCampaign, createLead, setStatus } from '../../kit/campaigns.ts';
import { type ManualClock, manualClock } from '../../kit/clocks.ts';
import { eventually } from '../../kit/eventually.ts';
import { type Answer, type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';
import { type ScriptedDial, type ScriptedVoice, scriptedVoice } from '../../kit/voice/scripted-calls.ts';

/** International network services and satellites have no location. */
const NOWHERE = '+883510000000091';
const SATELLITE = '+881612345678';
const UNDIALABLE = {
  code: 'unknown-zone',
  text: 'The time zone of this number is unknown, so it is not called.',
};
const MINUTE_MS = 60_000;

let server: TestServer;
let voice: ScriptedVoice;
let clock: ManualClock;
let account: Client;

beforeAll(async () => {
  voice = scriptedVoice();
  clock = manualClock(new Date());
  server = await startTestServer({ overrides: { voice: voice.overrides, clock }, environment: AT_ANY_HOUR });
});
afterAll(async () => {
  for (const dial of voice.dials) dial.tell(noAnswer);
  await server.stop();
});
beforeEach(async () => {
  account = await server.account();
});

/** Answers every dial as busy until no lead waits; returns the numbers in dialing order. */
async function callsUntilDone(id: number, numbers: readonly string[], count: number): Promise<string[]> {
  for (let called = 1; called <= count; called += 1) {
    const dials = await dialsTo([voice], [...numbers, NOWHERE, SATELLITE], called);
    dials[called - 1]?.tell(busy);
    const isOver = ({ status, call_tries }: Answer['body']): boolean =>
      call_tries > called || status !== 'processing';
    const lead = await leadOnce(account, id, isOver);
    if (lead.status === 'rescheduled') clock.advance(30 * MINUTE_MS);
  }
  await campaignOnce(account, id, ({ status }) => status === 'completed');
  const dials = await dialsTo([voice], [...numbers, NOWHERE, SATELLITE], count);
  return dials.map(({ request }) => request.to);
}

async function reportOf(id: number): Promise<Answer['body']> {
  return (await account.get(`/user/campaign/${id}/report`)).body.data;
}

test('calls the contacts of a lead with an unknown zone, and reports its number as undialable', async () => {
  const [first, second] = [mobileNumber(), mobileNumber()];
  const campaign = await createCampaign(account, { max_retries: 1, retry_interval: 30 });
  const lead = await createLead(account, {
    campaign_id: campaign.id,
    phone_number: NOWHERE,
    secondary_contacts: [{ phone_number: SATELLITE }, { phone_number: first }, { phone_number: second }],
  });
  expect(lead).toMatchObject({ status: 'created', left_out: UNDIALABLE });
  const undialable = lead.secondary_contacts.map((one: { left_out: unknown }) => one.left_out);
  expect(undialable).toEqual([UNDIALABLE, null, null]);
  expect(lead.waiting).toMatchObject({
    code: 'campaign-not-started',
    text: `The campaign has not been started. Not called: ${NOWHERE} (unknown time zone), ${SATELLITE} (unknown time zone).`,
  });
  const report = await reportOf(campaign.id);
  expect(report.left_out).toEqual([{ ...UNDIALABLE, numbers: 2 }]);
  expect(report.waiting).toMatchObject([{ code: 'campaign-not-started', leads: 1 }]);
  expect((await setStatus(account, campaign.id, 'start')).status).toBe(200);
  expect(await callsUntilDone(campaign.id, [first, second], 4)).toEqual([first, second, first, second]);
  const over = await leadOnce(account, campaign.id, () => true);
  expect(over).toMatchObject({ status: 'reached-max-retries', call_tries: 4, left_out: UNDIALABLE });
  expect((await account.put(`/user/leads/${lead.id}`, { status: 'created' })).status).toBe(200);
  await setStatus(account, campaign.id, 'start');
  expect((await dialsTo([voice], [first, second], 5)).at(-1)?.request.to).toBe(first);
});

test('a lead without a known zone waits until it gets one', async () => {
  const number = mobileNumber();
  const campaign = await createCampaign(account, { mark_complete_when_no_leads: false });
  const lead = await createLead(account, {
    campaign_id: campaign.id,
    phone_number: NOWHERE,
    secondary_contacts: [{ phone_number: SATELLITE }],
  });
  const refused = await setStatus(account, campaign.id, 'start');
  expect([refused.status, refused.body.message]).toEqual([
    400,
    `The campaign has no lead that can be called. ${UNDIALABLE.text}`,
  ]);
  const secondary_contacts = [{ phone_number: SATELLITE }, { phone_number: number }];
  const changed = await account.put(`/user/leads/${lead.id}`, { secondary_contacts });
  expect(changed.body.data).toMatchObject({ status: 'created', retries: 0 });
  expect((await setStatus(account, campaign.id, 'start')).status).toBe(200);
  (await dialsTo([voice], [number], 1))[0]?.tell(noAnswer);
  const waiting = await leadOnce(account, campaign.id, ({ status }) => status === 'rescheduled');
  expect(waiting.waiting).toMatchObject({ code: 'retry-interval' });
  expect(waiting.waiting.text).toContain(SATELLITE);
  const alone = await account.put(`/user/leads/${lead.id}`, { status: 'created', secondary_contacts: [] });
  expect(alone.body.data.waiting).toMatchObject({ code: 'unknown-zone', text: UNDIALABLE.text, until: null });
});

test('a lead changed to a number without a zone continues with its contacts', async () => {
  const [own, contact] = [mobileNumber(), mobileNumber()];
  const campaign = await createCampaign(account);
  const lead = await createLead(account, {
    campaign_id: campaign.id,
    phone_number: own,
    secondary_contacts: [{ phone_number: contact }],
  });
  expect(lead).toMatchObject({ left_out: null, secondary_contacts: [{ left_out: null }] });
  await account.put(`/user/leads/${lead.id}`, { phone_number: NOWHERE });
  await setStatus(account, campaign.id, 'start');
  const [dial] = await dialsTo([voice], [own, NOWHERE, contact], 1);
  expect(dial?.request.to).toBe(contact);
});

test('imported leads skip undialable numbers', async () => {
  const numbers = [mobileNumber(), mobileNumber()];
  const campaign = await createCampaign(account);
  const rows = [`${NOWHERE},${SATELLITE},${numbers[0]}`, `${SATELLITE},,`, `+883510000000092,${numbers[1]},`];
  const header = 'phone_number,secondary_phone_number_1,secondary_phone_number_2';
  const imported = await account.request('POST', `/user/campaign/${campaign.id}/leads/import`, {
    body: [header, ...rows].join('\n'),
    headers: { 'content-type': 'text/csv' },
  });
  expect(imported.body.data).toMatchObject({ created: 3, invalid: 0 });
  await setStatus(account, campaign.id, 'start');
  const dials = await dialsTo([voice], [...numbers, NOWHERE, SATELLITE], 2);
  expect(dials.map(({ request }) => request.to).sort()).toEqual([...numbers].sort());
  const report = await reportOf(campaign.id);
  expect(report.left_out).toEqual([{ ...UNDIALABLE, numbers: 4 }]);
  expect(report.waiting).toMatchObject([
    { code: 'call-running', leads: 2 },
    { code: 'unknown-zone', leads: 1 },
  ]);
});

test('reports nonexistent and blacklisted numbers', async () => {
  const [own, listed, last] = [mobileNumber(), mobileNumber(), mobileNumber()];
  await account.post('/user/blacklist', { phone_number: listed });
  const campaign = await createCampaign(account, { retry_interval: 30 });
  await createLead(account, {
    campaign_id: campaign.id,
    phone_number: own,
    secondary_contacts: [{ phone_number: listed }, { phone_number: last }],
  });
  await setStatus(account, campaign.id, 'start');
  (await dialsTo([voice], [own], 1))[0]?.tell(invalidNumber);
  (await dialsTo([voice], [last], 1))[0]?.tell(noAnswer);
  const lead = await leadOnce(account, campaign.id, ({ status }) => status === 'rescheduled');
  expect(lead).toMatchObject({
    left_out: { code: 'invalid-number' },
    secondary_contacts: [{ left_out: { code: 'blacklisted' } }, { left_out: null }],
  });
  expect(lead.waiting.text).toContain(`${own} (does not exist), ${listed} (on the do-not-call list)`);
  expect((await reportOf(campaign.id)).left_out).toMatchObject([
    { code: 'blacklisted', numbers: 1 },
    { code: 'invalid-number', numbers: 1 },
  ]);
});

test.each([
  ['another variant of its number', '+541123456789'],
  ['another number of the same customer', '+541123400000'],
])('a lead is not called when %s is blacklisted', async (_name, listed) => {
  const campaign = await createCampaign(account);
  await createLead(account, { campaign_id: campaign.id, phone_number: '+5491123456789' });
  // As stored by an older version, before undialable numbers were skipped.
  await server.database.query(
    `with numbers as (
       insert into customer_aliases (user_id, alias, customer_key)
       values ($1, '+541123456789', 'AR.1'), ($1, '+541123400000', 'AR.1'))
     insert into blacklisted_numbers (user_id, phone_number, source) values ($1, $2, 'message')`,
    [account.userId, listed],
  );
  await setStatus(account, campaign.id, 'start');
  const lead = await leadOnce(account, campaign.id, ({ status }) => status !== 'created');
  expect(lead).toMatchObject({ status: 'blacklisted', call_tries: 0 });
});

/** Resolves when this number is dialed. */
async function ringing(number: string): Promise<ScriptedDial> {
  const [dial] = await dialsTo([voice], [number], 1);
  if (dial === undefined) throw new Error('The number was not dialed.');
  dial.tell({ type: 'ringing' });
  await eventually(
    async () => (await account.get('/user/calls')).body.data,
    (calls) =>
      calls.some((call: Answer['body']) => call.client_phone_number === number && call.status === 'ringing'),
  );
  return dial;
}

test.each([
  ['during the call to it', 'own'],
  ['during a call to a contact', 'contact'],
] as const)('a lead whose own number is blacklisted %s ends with that call', async (_name, called) => {
  const [own, contact, last] = [mobileNumber(), mobileNumber(), mobileNumber()];
  const campaign = await createCampaign(account);
  await createLead(account, {
    campaign_id: campaign.id,
    phone_number: own,
    secondary_contacts: [{ phone_number: contact }, { phone_number: last }],
  });
  await setStatus(account, campaign.id, 'start');
  const first = await ringing(own);
  if (called === 'contact') first.tell(noAnswer);
  const dial = called === 'own' ? first : await ringing(contact);
  expect((await account.post('/user/blacklist', { phone_number: own })).status).toBeLessThan(300);
  dial.tell(noAnswer);
  const lead = await leadOnce(account, campaign.id, ({ status }) => status !== 'processing');
  expect(lead).toMatchObject({ status: 'blacklisted', due_at: null, waiting: null });
  const before =
    called === 'own' ? { status: 'created', call_tries: 0 } : { status: 'completed', call_tries: 1 };
  expect(lead.secondary_contacts).toMatchObject([before, { status: 'created', call_tries: 0 }]);
});

test('a contact that opted out in its call is reported as undialable', async () => {
  const [own, contact] = [mobileNumber(), mobileNumber()];
  const campaign = await createCampaign(account);
  await createLead(account, {
    campaign_id: campaign.id,
    phone_number: own,
    secondary_contacts: [{ phone_number: contact }],
  });
  await setStatus(account, campaign.id, 'start');
  (await dialsTo([voice], [own], 1))[0]?.tell(noAnswer);
  const dial = await ringing(contact);
  await account.post('/user/blacklist', { phone_number: contact });
  dial.tell(noAnswer);
  const lead = await leadOnce(account, campaign.id, ({ status }) => status === 'rescheduled');
  expect(lead.secondary_contacts).toMatchObject([
    { status: 'blacklisted', left_out: { code: 'blacklisted' } },
  ]);
});
