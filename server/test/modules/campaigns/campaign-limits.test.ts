import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createAssistant } from '../../kit/assistants.ts';
import { makeCall, mobileNumber, outboundAssistant } from '../../kit/calls.ts';
import {
  AT_ANY_HOUR,
  campaignOnce,
  dialsTo,
  invalidNumber,
  leadsOf,
  noAnswer,
  runningCampaign,
} from '../../kit/campaign-dials.ts';
import { createCampaign, createLead, dayWithoutCalls, setStatus } from '../../kit/campaigns.ts';
import { eventually } from '../../kit/eventually.ts';
import { insertNumber } from '../../kit/owned-rows.ts';
import { type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';
import { type ScriptedVoice, scriptedInbound, scriptedVoice } from '../../kit/voice/scripted-calls.ts';

/** Campaigns use three of six slots. */
const environment = { ...AT_ANY_HOUR, PARLEY_MAX_CALLS: '6', PARLEY_CAMPAIGN_SHARE: '50' };
const unavailable = { type: 'failed', failure: 'unavailable', code: '503', reason: '' } as const;

let server: TestServer;
let voice: ScriptedVoice;
let account: Client;

beforeAll(async () => {
  voice = scriptedVoice();
  server = await startTestServer({ overrides: { voice: voice.overrides }, environment });
});
afterAll(() => server.stop());
beforeEach(async () => {
  // Stop the campaigns of the previous test, then end its calls.
  await server.database.query(`update campaigns set status = 'stopped' where status = 'in-progress'`);
  for (const dial of voice.dials) dial.tell(noAnswer);
  await eventually(
    () => server.database.query('select from calls where ended_at is null'),
    (live) => live.length === 0,
  );
  account = await server.account();
});

const setBalance = (amount: number) =>
  account.request('PUT', '/sandbox/balance', {
    body: JSON.stringify({ amount }),
    headers: { 'content-type': 'application/json' },
  });

test('campaigns leave slots for inbound and requested calls', async () => {
  const { numbers } = await runningCampaign(account, { leads: 8, max_calls_in_parallel: 10 });
  expect(await dialsTo([voice], numbers, 3)).toHaveLength(3);
  const numberId = await insertNumber(account);
  const { id } = await createAssistant(account);
  await account.put(`/user/assistant/${id}`, { phone_number_id: numberId });
  const { body } = await account.get('/user/phone-numbers/all');
  const own = body.data.find((one: { id: number }) => one.id === numberId).phone_number;
  const inbound = scriptedInbound({ from: '+40721000001', to: own });
  voice.ring(inbound.call);
  const call = await voice.callOn(await inbound.answered);
  const assistant = await outboundAssistant(account);
  const to = mobileNumber();
  await makeCall(account, { assistant_id: assistant.id, phone_number: to });
  const asked = await voice.dialTo(to);
  expect(await dialsTo([voice], numbers, 3)).toHaveLength(3);
  asked.tell(noAnswer);
  call.end();
});

test("a large campaign does not delay another account's few leads", async () => {
  const big = await runningCampaign(account, { leads: 12, max_calls_in_parallel: 10 });
  await dialsTo([voice], big.numbers, 3);
  const other = await server.account();
  const small = await runningCampaign(other, { leads: 2, max_calls_in_parallel: 10 });
  const dials = await dialsTo([voice], big.numbers, 3);
  dials[0]?.tell(invalidNumber);
  const [first] = await dialsTo([voice], small.numbers, 1);
  // Two and one is the fairest split of three slots.
  dials[1]?.tell(invalidNumber);
  await eventually(
    async () => voice.dials.filter(({ request }) => [...big.numbers, ...small.numbers].includes(request.to)),
    (all) => all.length === 5,
  );
  first?.tell(invalidNumber);
  await dialsTo([voice], small.numbers, 2);
});

test('stops dialing without balance, and continues after a top-up', async () => {
  await setBalance(0.25);
  const { id, numbers } = await runningCampaign(account, { leads: 4, max_calls_in_parallel: 3 });
  expect(await dialsTo([voice], numbers, 2)).toHaveLength(2);
  const waiting = (await leadsOf(account, id)).filter(({ status }) => status === 'created');
  expect(waiting.map((lead) => lead.waiting.code)).toEqual(['insufficient-balance', 'insufficient-balance']);
  await setBalance(10);
  expect(await dialsTo([voice], numbers, 3)).toHaveLength(3);
});

test('a carrier failing half of the calls stops the campaign; a restart resets the count', async () => {
  const { id, numbers } = await runningCampaign(account, { leads: 40, max_calls_in_parallel: 1 });
  for (let count = 1; count <= 10; count += 1) {
    const dial = (await dialsTo([voice], numbers, count))[count - 1];
    dial?.tell(count % 2 === 0 ? unavailable : noAnswer);
  }
  const stopped = await campaignOnce(account, id, ({ status }) => status !== 'in-progress');
  expect(stopped).toMatchObject({
    status: 'stopped',
    stop_reason: expect.stringContaining('5 of the last 10'),
  });
  expect(await dialsTo([voice], numbers, 10)).toHaveLength(10);
  const [lead] = (await leadsOf(account, id)).filter(({ status }) => status === 'created');
  expect(lead.waiting).toMatchObject({ code: 'campaign-stopped' });
  expect((await setStatus(account, id, 'start')).status).toBe(200);
  for (let count = 11; count <= 15; count += 1) {
    (await dialsTo([voice], numbers, count))[count - 1]?.tell(unavailable);
  }
  await dialsTo([voice], numbers, 16);
  expect(await campaignOnce(account, id, () => true)).toMatchObject({
    status: 'in-progress',
    stop_reason: null,
  });
});

test.each([
  ['a failing assistant', 'assistant', 'mostly because the assistant failed'],
  ['a broken connection', 'line', 'mostly because the carrier could not connect them or dropped them'],
] as const)(
  '%s in half of the talks stops the campaign, however few people answer',
  async (_name, failedBy, words) => {
    const { id, numbers } = await runningCampaign(account, { leads: 40, max_calls_in_parallel: 1 });
    for (let count = 1; count <= 30; count += 1) {
      const dial = (await dialsTo([voice], numbers, count))[count - 1];
      if (dial === undefined) throw new Error('The number was not dialed.');
      // Every third person answers, and every second answered call fails.
      if (count % 3 !== 0) dial.tell(noAnswer);
      else {
        const call = await voice.callOn(dial.answer());
        call.end(count % 2 === 0 ? { status: 'failed', failedBy } : { status: 'ended_by_customer' });
      }
    }
    const stopped = await campaignOnce(account, id, ({ status }) => status !== 'in-progress');
    expect(stopped).toMatchObject({ status: 'stopped' });
    expect(stopped.stop_reason).toContain('5 of the last 10 answered calls failed');
    expect(stopped.stop_reason).toContain(words);
    expect(await dialsTo([voice], numbers, 30)).toHaveLength(30);
  },
);

test('hang-ups before the first reply count as assistant failures', async () => {
  const { id, numbers } = await runningCampaign(account, { leads: 12, max_calls_in_parallel: 1 });
  for (let count = 1; count <= 10; count += 1) {
    const dial = (await dialsTo([voice], numbers, count))[count - 1];
    if (dial === undefined) throw new Error('The number was not dialed.');
    const call = await voice.callOn(dial.answer());
    call.end({ status: 'ended_by_customer', failedBy: 'assistant' });
  }
  const stopped = await campaignOnce(account, id, ({ status }) => status !== 'in-progress');
  expect(stopped.stop_reason).toContain('mostly because the assistant failed');
  const leads = await leadsOf(account, id);
  expect(leads.filter(({ status }) => status === 'completed')).toHaveLength(10);
});

test('a campaign that has called all leads completes even if its assistant failed', async () => {
  const { id, numbers } = await runningCampaign(account, { leads: 10, max_calls_in_parallel: 2 });
  for (let count = 1; count <= 10; count += 1) {
    const dial = (await dialsTo([voice], numbers, count))[count - 1];
    if (dial === undefined) throw new Error('The number was not dialed.');
    const call = await voice.callOn(dial.answer());
    call.end({ status: 'ended_by_customer', failedBy: 'assistant' });
  }
  const over = await campaignOnce(account, id, ({ status }) => status !== 'in-progress');
  expect(over).toMatchObject({ status: 'completed', stop_reason: null });
});

test('busy and unanswered calls do not stop a campaign', async () => {
  const { id, numbers } = await runningCampaign(account, { leads: 25, max_calls_in_parallel: 1 });
  for (let count = 1; count <= 21; count += 1) {
    (await dialsTo([voice], numbers, count))[count - 1]?.tell(count % 3 === 0 ? invalidNumber : noAnswer);
  }
  await dialsTo([voice], numbers, 22);
  expect(await campaignOnce(account, id, () => true)).toMatchObject({ status: 'in-progress' });
});

test('a deleted assistant stops the campaign with a reason', async () => {
  const assistant = await outboundAssistant(account);
  const fields = { leads: 2, max_calls_in_parallel: 1, assistant_id: assistant.id };
  const { id, numbers } = await runningCampaign(account, fields);
  const [dial] = await dialsTo([voice], numbers, 1);
  await account.delete(`/user/assistant/${assistant.id}`);
  dial?.tell(noAnswer);
  const stopped = await campaignOnce(account, id, ({ status }) => status === 'stopped');
  expect(stopped.stop_reason).toContain('assistant');
  expect(await dialsTo([voice], numbers, 1)).toHaveLength(1);
});

test('an assistant changed to inbound stops the campaign with a reason', async () => {
  const assistant = await outboundAssistant(account);
  const fields = { leads: 2, max_calls_in_parallel: 1, assistant_id: assistant.id };
  const { id, numbers } = await runningCampaign(account, fields);
  const [dial] = await dialsTo([voice], numbers, 1);
  expect((await account.put(`/user/assistant/${assistant.id}`, { type: 'inbound' })).status).toBe(200);
  dial?.tell(noAnswer);
  const stopped = await campaignOnce(account, id, ({ status }) => status === 'stopped');
  expect(stopped.stop_reason).toBe('The assistant of this campaign is now an inbound assistant.');
  expect(await dialsTo([voice], numbers, 1)).toHaveLength(1);
});

test('a lowered installation limit applies to existing campaigns', async () => {
  const voice = scriptedVoice();
  const strict = await startTestServer({
    overrides: { voice: voice.overrides },
    environment: { ...AT_ANY_HOUR, PARLEY_MAX_PARALLEL_CALLS: '2' },
  });
  try {
    const owner = await strict.account();
    const { id } = await createCampaign(owner);
    // As stored under a higher installation limit.
    await strict.database.query('update campaigns set max_calls_in_parallel = 5 where id = $1', [id]);
    const numbers = Array.from({ length: 5 }, mobileNumber);
    for (const phone_number of numbers) await createLead(owner, { campaign_id: id, phone_number });
    expect((await setStatus(owner, id, 'start')).status).toBe(200);
    const [dial] = await dialsTo([voice], numbers, 2);
    const codes = (await leadsOf(owner, id)).map(({ waiting }) => waiting.code);
    expect(codes.filter((code) => code === 'max-calls-in-parallel')).toHaveLength(3);
    expect((await owner.get(`/user/campaign/${id}/monitor`)).body.data.places).toBe(2);
    dial?.tell(noAnswer);
    expect(await dialsTo([voice], numbers, 3)).toHaveLength(3);
    const kept = await owner.put(`/user/campaign/${id}`, { name: 'Autumn', max_calls_in_parallel: 5 });
    expect([kept.status, kept.body.data.max_calls_in_parallel]).toEqual([200, 5]);
    expect((await owner.put(`/user/campaign/${id}`, { max_calls_in_parallel: 4 })).status).toBe(422);
    expect(await dialsTo([voice], numbers, 3)).toHaveLength(3);
  } finally {
    for (const dial of voice.dials) dial.tell(noAnswer);
    await strict.stop();
  }
});

test('releasing all chosen numbers stops the campaign without a fallback', async () => {
  const assistant = await outboundAssistant(account);
  const chosen = await insertNumber(account);
  const fields = { leads: 3, max_calls_in_parallel: 1, assistant_id: assistant.id };
  const { id, numbers } = await runningCampaign(account, { ...fields, phone_number_ids: [chosen] });
  const [dial] = await dialsTo([voice], numbers, 1);
  expect((await account.delete(`/user/phone-numbers/${chosen}`)).status).toBe(200);
  const leads = await leadsOf(account, id);
  expect(leads.map(({ waiting }) => waiting.code).sort()).toEqual(['call-running', 'no-number', 'no-number']);
  dial?.tell(noAnswer);
  const stopped = await campaignOnce(account, id, ({ status }) => status === 'stopped');
  const gone = 'All phone numbers chosen for this campaign were released. Choose others.';
  expect(stopped).toMatchObject({ stop_reason: gone, phone_number_ids: [] });
  expect(await dialsTo([voice], numbers, 1)).toHaveLength(1);
  const again = await setStatus(account, id, 'start');
  expect([again.status, again.body.message]).toEqual([400, gone]);
  expect((await account.get(`/user/campaign/${id}/monitor`)).body.data.hints).toEqual([gone]);
  // Falling back to any number is the owner's decision.
  expect((await account.put(`/user/campaign/${id}`, { phone_number_ids: [] })).status).toBe(200);
  expect((await setStatus(account, id, 'start')).status).toBe(200);
  expect(await dialsTo([voice], numbers, 2)).toHaveLength(2);
});

test('leads waiting for their hours report released numbers immediately', async () => {
  const assistant = await outboundAssistant(account);
  const chosen = await insertNumber(account);
  const fields = { leads: 1, assistant_id: assistant.id, phone_number_ids: [chosen] };
  const { id } = await runningCampaign(account, { ...fields, allowed_days: [dayWithoutCalls()] });
  expect((await leadsOf(account, id))[0].waiting.code).toBe('campaign-days');
  expect((await account.delete(`/user/phone-numbers/${chosen}`)).status).toBe(200);
  expect((await leadsOf(account, id))[0].waiting.text).toContain('were released');
});

test('a process with one slot still dials for campaigns', async () => {
  const voice = scriptedVoice();
  const single = await startTestServer({
    overrides: { voice: voice.overrides },
    environment: { ...AT_ANY_HOUR, PARLEY_MAX_CALLS: '1' },
  });
  try {
    const { numbers } = await runningCampaign(await single.account(), { leads: 2 });
    const [dial] = await dialsTo([voice], numbers, 1);
    dial?.tell(noAnswer);
    const [, next] = await dialsTo([voice], numbers, 2);
    next?.tell(noAnswer);
  } finally {
    await single.stop();
  }
});

test('a deleted campaign makes no new calls; its live call keeps the name', async () => {
  const { id, numbers } = await runningCampaign(account, {
    leads: 2,
    max_calls_in_parallel: 1,
    name: 'Autumn',
  });
  const [dial] = await dialsTo([voice], numbers, 1);
  expect((await account.delete(`/user/campaign/${id}`)).status).toBe(200);
  if (dial === undefined) throw new Error('The number was not dialed.');
  const call = await voice.callOn(dial.answer());
  call.end({ status: 'ended_by_customer' });
  const { data } = await eventually(
    async () => (await account.get(`/user/calls?campaign_id=${id}`)).body,
    (page) => page.data[0]?.status === 'ended_by_customer',
  );
  expect(data[0]).toMatchObject({ campaign_name: 'Autumn' });
  expect(await dialsTo([voice], numbers, 1)).toHaveLength(1);
});
