import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AgentTool } from '../../../src/agent/tool.ts';
import { createAssistant } from '../../kit/assistants.ts';
import { endedCall, outboundAssistant } from '../../kit/calls.ts';
import { LIKE_PEOPLE, noAnswer } from '../../kit/campaign-dials.ts';
import { createCampaign, createLead, setStatus } from '../../kit/campaigns.ts';
import { type ManualClock, manualClock } from '../../kit/clocks.ts';
import { eventually } from '../../kit/eventually.ts';
import { insertNumber } from '../../kit/owned-rows.ts';
import { type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';
import { type ScriptedVoice, scriptedInbound, scriptedVoice } from '../../kit/voice/scripted-calls.ts';

let server: TestServer;
let voice: ScriptedVoice;
let clock: ManualClock;

beforeAll(async () => {
  voice = scriptedVoice();
  const morning = new Date();
  morning.setUTCHours(3, 0, 0, 0);
  clock = manualClock(morning);
  server = await startTestServer({ environment: LIKE_PEOPLE, overrides: { clock, voice: voice.overrides } });
});
afterAll(async () => {
  for (const dial of voice.dials) dial.tell(noAnswer);
  for (const call of voice.calls) call.end();
  await server.stop();
});

let count = 0;

/** An Indian mobile number: one time zone, 5.5 hours ahead of UTC all year. */
function number(): string {
  count += 1;
  return `+9199${String(12_000_000 + count)}`;
}

/** `2026-03-03T14:00`: a time in India, this many days from now. */
const inIndia = (days: number, time: string): string =>
  `${new Date(clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)}T${time}`;

const signal = new AbortController().signal;

/** A call with the tool, in progress; `run` calls the tool as the model does. */
async function callWithTool(account: Client, fields: Record<string, unknown> = {}, to = number()) {
  const assistant = await outboundAssistant(account, {
    variables: { shop: 'Mill' },
    tools: [{ type: 'schedule_callback', ...fields }],
  });
  const order = { assistant_id: assistant.id, phone_number: to, variables: { name: 'Ana' } };
  const { body } = await account.post('/user/make_call', order);
  const call = await voice.callOn((await voice.dialTo(to)).answer());
  const tool: AgentTool | undefined = call.assistant.tools[0];
  let runs = 0;
  const run = async (given: Record<string, unknown>, key?: string): Promise<unknown> => {
    runs += 1;
    return tool?.run(given, signal, { key: key ?? `${body.call_id}-${runs}` });
  };
  return { id: assistant.id, callId: body.call_id, to, call, tool, run };
}

const scheduled = async (account: Client) => (await account.get('/user/calls?status=scheduled')).body.data;

test('a callback calls the customer at their local time, with the variables of the call and the reason', async () => {
  const account = await server.account();
  const { tool, run, to, call, callId } = await callWithTool(account);
  expect(tool?.description.name).toBe('schedule_callback');
  const local = inIndia(1, '14:00');
  const result = await run({ local_time: local, reason: 'the invoice' });
  expect(result).toMatchObject({
    status: 'scheduled',
    scheduled_for: expect.stringMatching(/^\w+, \d+ \w+ \d{4}, 14:00 \(Asia\/(Kolkata|Calcutta)\)$/),
    replaced_earlier: false,
  });
  const [callback] = await scheduled(account);
  expect(callback).toMatchObject({
    client_phone_number: to,
    scheduled_at: new Date(`${local}+05:30`).toISOString().replace('Z', '000Z'),
    variables: { shop: 'Mill', name: 'Ana', callback_reason: 'the invoice' },
  });
  call.end();
  await endedCall(account, callId);
  clock.advance(new Date(`${local}+05:30`).getTime() - clock.now().getTime());
  await endedWithoutAnswer(account, callback.id, to);
});

async function endedWithoutAnswer(account: Client, id: number, to: string): Promise<void> {
  const dialed = (): number => voice.dials.filter(({ request }) => request.to === to).length;
  await expect.poll(dialed, { timeout: 60_000 }).toBe(2);
  (await voice.dialTo(to)).tell(noAnswer);
  expect((await endedCall(account, id)).status).toBe('no-answer');
}

test('a repeated tool call schedules once, and a new one replaces the earlier callback', async () => {
  const account = await server.account();
  const { run } = await callWithTool(account);
  const first = { local_time: inIndia(1, '14:00') };
  await run(first, 'same-call');
  expect(await run(first, 'same-call')).toMatchObject({ status: 'scheduled', replaced_earlier: false });
  const [earlier, ...others] = await scheduled(account);
  expect(others).toEqual([]);
  expect(await run({ local_time: inIndia(1, '15:00') })).toMatchObject({ replaced_earlier: true });
  const [later] = await scheduled(account);
  expect((await scheduled(account)).length).toBe(1);
  expect((await account.get(`/user/calls/${earlier.id}`)).body).toMatchObject({
    status: 'canceled',
    end_reason: `Replaced by call ${later.id}.`,
  });
});

describe('tells the model why there is no callback', () => {
  test.each([
    ['in the past', {}, () => inIndia(-1, '14:00'), 'has passed'],
    ['too far ahead', { max_days_ahead: 2 }, () => inIndia(3, '14:00'), 'at most 2 days'],
    ['at night', {}, () => inIndia(1, '23:00'), 'is outside the calling hours 08:00–21:00'],
    [
      'outside the hours of the tool',
      { allowed_hours_start_time: '09:00', allowed_hours_end_time: '12:00' },
      () => inIndia(1, '14:00'),
      'from 09:00 to 12:00',
    ],
  ])('for a time %s', async (_title, fields, local, text) => {
    const account = await server.account();
    const { run } = await callWithTool(account, fields);
    await expect(run({ local_time: local() })).rejects.toMatchObject({
      code: 'bad-request',
      message: expect.stringContaining(text),
    });
    expect(await scheduled(account)).toEqual([]);
  });

  test('if the number may be in several time zones, until the customer names one', async () => {
    const account = await server.account();
    // A Russian mobile number.
    const { run } = await callWithTool(account, {}, `+7916${String(1_234_000 + count)}`);
    const local_time = inIndia(1, '14:00');
    await expect(run({ local_time })).rejects.toThrow('Ask where they are');
    expect(await run({ local_time, time_zone: 'Europe/Moscow' })).toMatchObject({
      scheduled_for: expect.stringContaining('14:00 (Europe/Moscow)'),
    });
  });

  test('if the caller withholds their number', async () => {
    const account = await server.account();
    const caller = await outboundAssistant(account);
    const phone_number_id = await insertNumber(account);
    await createAssistant(account, {
      phone_number_id,
      tools: [{ type: 'schedule_callback', assistant_id: caller.id }],
    }).then(({ id }) => account.post(`/user/assistant/${id}/activate`));
    const { body } = await account.get('/user/phone-numbers/all');
    const own = body.data.find(({ id }: { id: number }) => id === phone_number_id);
    const inbound = scriptedInbound({ from: null, to: own.phone_number });
    voice.ring(inbound.call);
    const call = await voice.callOn(await inbound.answered);
    const run = call.assistant.tools[0]?.run({ local_time: inIndia(1, '14:00') }, signal, {
      key: 'withheld',
    });
    await expect(run).rejects.toThrow('phone number is unknown');
  });
});

test('a callback is at the local time of the number, even if the model names another zone', async () => {
  const account = await server.account();
  const { run } = await callWithTool(account);
  const local = inIndia(1, '14:00');
  expect(await run({ local_time: local, time_zone: 'Europe/Bucharest' })).toMatchObject({
    scheduled_for: expect.stringMatching(/14:00 \(Asia\/(Kolkata|Calcutta)\)$/),
    note: expect.stringMatching(/local time in (Kolkata|Calcutta)/),
  });
});

test('a lead is not called by its campaign until its callback is over', async () => {
  const account = await server.account();
  const { run, to, call, callId, id: assistant_id } = await callWithTool(account);
  const local = inIndia(1, '14:00');
  await run({ local_time: local });
  const [callback] = await scheduled(account);
  call.end();
  await endedCall(account, callId);
  const campaign = await createCampaign(account, { assistant_id, contact_pause: 30 });
  await createLead(account, { campaign_id: campaign.id, phone_number: to });
  await setStatus(account, campaign.id, 'start');
  const at = new Date(`${local}+05:30`).getTime();
  const lead = await eventually(
    async () => (await account.get(`/user/leads?campaign_id=${campaign.id}`)).body.data[0],
    ({ due_at }) => new Date(due_at).getTime() === at + 60_000,
  );
  expect(lead.waiting).toMatchObject({ code: 'called-by-another-campaign' });
  clock.advance(at - clock.now().getTime());
  await endedWithoutAnswer(account, callback.id, to);
  clock.advance(31 * 60_000);
  await expect
    .poll(() => voice.dials.filter(({ request }) => request.to === to).length, { timeout: 60_000 })
    .toBe(3);
  (await voice.dialTo(to)).tell(noAnswer);
});

test('a lead is called when its callback is canceled', async () => {
  const account = await server.account();
  const { run, to, call, callId, id: assistant_id } = await callWithTool(account);
  await run({ local_time: inIndia(2, '14:00') });
  const [callback] = await scheduled(account);
  call.end();
  await endedCall(account, callId);
  const campaign = await createCampaign(account, { assistant_id });
  const { id } = await createLead(account, { campaign_id: campaign.id, phone_number: to });
  await setStatus(account, campaign.id, 'start');
  await eventually(
    () => server.database.query('select from leads where id = $1 and due_before_pause is not null', [id]),
    (postponed) => postponed.length === 1,
  );
  await account.post(`/user/calls/${callback.id}/cancel`);
  await expect
    .poll(() => voice.dials.filter(({ request }) => request.to === to).length, { timeout: 60_000 })
    .toBe(2);
  (await voice.dialTo(to)).tell(noAnswer);
});

test('the built-in model schedules a callback in a chat', async () => {
  const account = await server.account();
  const caller = await outboundAssistant(account, { name: 'Caller', variables: { shop: 'Mill' } });
  const { id } = await createAssistant(account, {
    variables: { shop: 'Chat', token: 'of the chat' },
    tools: [{ type: 'schedule_callback', assistant_id: caller.id }],
  });
  const customer = number();
  const say = async (message: string) =>
    (
      await account.post('/user/ai/generate-reply', {
        assistant_id: id,
        customer_identifier: customer,
        variables: { name: 'Ana' },
        message,
      })
    ).body;
  expect((await say('Please call me on Tuesday')).reply).toContain('date and time');
  const { reply, function_calls } = await say('At two');
  expect(reply).toMatch(/^We will call you on Tuesday, .*, 14:00 \(Asia\/(Kolkata|Calcutta)\)\.$/);
  expect(function_calls).toMatchObject([{ name: 'schedule_callback', result: { status: 'scheduled' } }]);
  const [callback] = await scheduled(account);
  expect(callback).toMatchObject({
    assistant_name: 'Caller',
    client_phone_number: customer,
  });
  expect(callback.variables).toEqual({
    shop: 'Mill',
    name: 'Ana',
    callback_reason: 'Please call me on Tuesday',
  });
});

test('the tool needs an outbound callback assistant', async () => {
  const account = await server.account();
  const inbound = await createAssistant(account);
  const outbound = await createAssistant(account, { type: 'outbound' });
  const foreign = await createAssistant(await server.account(), { type: 'outbound' });
  const save = (assistantId: number, fields: Record<string, unknown>) =>
    account.put(`/user/assistant/${assistantId}`, { tools: [{ type: 'schedule_callback', ...fields }] });
  for (const fields of [{}, { assistant_id: inbound.id }, { assistant_id: foreign.id }]) {
    const { status, body } = await save(inbound.id, fields);
    expect([status, Object.keys(body.errors)]).toEqual([422, ['tools.0.assistant_id']]);
  }
  expect((await save(inbound.id, { assistant_id: outbound.id })).status).toBe(200);
  expect((await save(outbound.id, {})).status).toBe(200);
  const { body } = await account.get(`/user/assistant/${outbound.id}`);
  expect(body.data.tools).toEqual([{ type: 'schedule_callback', max_days_ahead: 14 }]);
});
