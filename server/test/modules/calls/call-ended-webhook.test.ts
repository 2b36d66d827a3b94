import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callEndedPayload } from '#contract/webhook-payloads.ts';
import { callOnce, endedCall, makeCall, mobileNumber, outboundAssistant } from '../../kit/calls.ts';
import { eventually } from '../../kit/eventually.ts';
import { type FakeModelServer, startFakeModelServer } from '../../kit/fake-model-server.ts';
import { type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';
import {
  assistantSays,
  customerSays,
  type ScriptedVoice,
  scriptedVoice,
} from '../../kit/voice/scripted-calls.ts';
import { startWebhookSink, type WebhookSink } from '../../kit/webhook-sink.ts';

let server: TestServer;
let model: FakeModelServer;
let voice: ScriptedVoice;
let sink: WebhookSink;
let account: Client;

beforeAll(async () => {
  voice = scriptedVoice();
  sink = await startWebhookSink();
  model = await startFakeModelServer();
  server = await startTestServer({
    overrides: { voice: voice.overrides },
    environment: { PARLEY_LLM_BASE_URL: model.baseUrl, PARLEY_LLM_MODELS: 'fake' },
  });
});
afterAll(async () => {
  await server.stop();
  await Promise.all([sink.close(), model.close()]);
});

interface RunningCall {
  id: number;
  to: string;
}

async function activeCall(path: string, fields: Record<string, unknown> = {}): Promise<RunningCall> {
  account = await server.account();
  const schema = [{ name: 'email', type: 'string', description: 'Email address' }];
  const webhook = { is_webhook_active: true, webhook_url: `${sink.origin}${path}`, post_call_schema: schema };
  const { id: assistant_id } = await outboundAssistant(account, { ...webhook, ...fields });
  const to = mobileNumber();
  return { to, id: await makeCall(account, { assistant_id, phone_number: to, variables: { table: 7 } }) };
}

async function bodiesAt(path: string, count: number): Promise<Record<string, unknown>[]> {
  const received = await eventually(
    async () => sink.at(path),
    ({ length }) => length >= count,
  );
  return received.map(({ body }) => JSON.parse(body));
}

test('sends the complete call and stores the response', async () => {
  sink.answer('/whole', { status: 202, body: '{"ok":true}' });
  const { id, to } = await activeCall('/whole', { record: true });
  const call = await voice.callOn((await voice.dialTo(to)).answer());
  call.happen(assistantSays('For how many?'));
  call.happen(customerSays('We are\nada@example.com.'));
  call.happen({
    type: 'transferred',
    atMs: 900,
    kind: 'blind',
    target: '+40721000003',
    outcome: 'failed',
    reason: 'busy',
  });
  call.sink?.append(new Uint8Array(8));
  call.end({ status: 'ended_by_customer', reason: 'the customer hung up', answeredBy: 'human' });
  const [body] = await bodiesAt('/whole', 1);
  const reported = callEndedPayload.parse(body);
  expect(reported).toMatchObject({
    event: 'call.ended',
    type: 'call.ended',
    id,
    assistant: { name: 'Reception' },
    campaign: null,
    end_reason: 'the customer hung up',
    total_cost: 0.1,
    carrier_cost: 0,
    customer_phone: to,
    status: 'ended_by_customer',
    input_variables: { table: 7 },
    lead: null,
    formatted_transcript: 'AI: For how many?\nCustomer: We are ada@example.com.',
    answered_by: 'human',
    extracted_variables: { email: 'ada@example.com' },
    transcript: [{ sender: 'bot' }, { sender: 'human', text: 'We are\nada@example.com.' }],
    transfers: [{ kind: 'blind', target: '+40721000003', outcome: 'failed', reason: 'busy', at_ms: 900 }],
  });
  expect((await fetch(String(reported.recording_url))).status).toBe(200);
  const shown = await callOnce(account, id, ({ webhook_response }) => webhook_response !== null);
  expect(shown.webhook_response).toEqual({ status_code: 202, body: '{"ok":true}', attempts: 1 });
  const deliveries = await account.get('/user/webhook-deliveries?event=call.ended');
  expect(deliveries.body.data).toMatchObject([{ event: 'call.ended', subject_id: String(id) }]);
});

test('inserts variables into the descriptions that the model reads', async () => {
  const models = (await server.account().then((one) => one.get('/user/assistants/models?type=llm'))).body;
  const { to, id } = await activeCall('/described', {
    llm_model_id: models.find((one: { name: string }) => one.name === 'fake').id,
    post_call_schema: [
      { name: 'meal', type: 'string', description: 'Meal at table {{Table}} of {{customer_phone}}' },
    ],
  });
  model.script({ kind: 'answer', text: '{"meal":"soup"}' });
  const call = await voice.callOn((await voice.dialTo(to)).answer());
  call.happen(customerSays('Soup, please.'));
  call.end();
  const [body] = await bodiesAt('/described', 1);
  expect(body).toMatchObject({ id, extracted_variables: { meal: 'soup' } });
  expect(JSON.stringify(model.requests)).toContain(`Meal at table 7 of ${to}`);
});

test('omits the recording URL without include_recording_in_webhook', async () => {
  const { to } = await activeCall('/silent', { record: true, include_recording_in_webhook: false });
  const call = await voice.callOn((await voice.dialTo(to)).answer());
  call.sink?.append(new Uint8Array(8));
  call.end();
  const [body] = await bodiesAt('/silent', 1);
  expect(body).not.toHaveProperty('recording_url');
});

describe('a call that is deleted', () => {
  const rows = (id: number) => server.database.query('select id from calls where id = $1', [id]);
  /** The stored webhook deliveries of a call. */
  const reported = (id: number) =>
    server.database.query<{ status: string; is_forgotten: boolean }>(
      `select status, is_forgotten from webhook_deliveries where event = 'call.ended' and subject_id = $1`,
      [String(id)],
    );

  test('while live is still reported, without the recording', async () => {
    const { id, to } = await activeCall('/deleted-running', { record: true });
    const call = await voice.callOn((await voice.dialTo(to)).answer());
    call.happen(customerSays('I am ada@example.com.'));
    call.sink?.append(new Uint8Array(8));
    await callOnce(account, id, ({ recording_url }) => recording_url !== null);
    expect((await account.delete(`/user/calls/${id}`)).status).toBe(200);
    const [body] = await bodiesAt('/deleted-running', 1);
    expect(body).toMatchObject({
      id,
      status: 'completed',
      recording_url: null,
      extracted_variables: { email: 'ada@example.com' },
    });
    await eventually(
      () => rows(id),
      ({ length }) => length === 0,
    );
    expect(await reported(id)).toMatchObject([{ is_forgotten: true }]);
  });

  test('before its evaluation is reported once', async () => {
    const { id, to } = await activeCall('/deleted-early');
    const call = await voice.callOn((await voice.dialTo(to)).answer());
    call.end();
    await callOnce(account, id, ({ ended_at }) => ended_at !== null);
    expect((await account.delete(`/user/calls/${id}`)).status).toBe(200);
    expect(await bodiesAt('/deleted-early', 1)).toMatchObject([{ id }]);
    const late = await activeCall('/deleted-late');
    (await voice.callOn((await voice.dialTo(late.to)).answer())).end();
    await bodiesAt('/deleted-late', 1);
    expect((await account.delete(`/user/calls/${late.id}`)).status).toBe(200);
    expect(await rows(late.id)).toEqual([]);
    // Neither stored deliveries nor responses contain the transcript.
    const kept = await account.get(`/user/webhook-deliveries?call_id=${late.id}`);
    expect(kept.body.data).toEqual([]);
    expect(await reported(late.id)).toEqual([]);
    const strays = `select from webhook_attempts where delivery_id not in (select id from webhook_deliveries)`;
    expect(await server.database.query(strays)).toEqual([]);
    expect(sink.at('/deleted-late')).toHaveLength(1);
  });

  test('while ringing is canceled and reported', async () => {
    const { id, to } = await activeCall('/deleted-ringing', { send_webhook_only_on_completed: false });
    const dial = await voice.dialTo(to);
    expect((await account.delete(`/user/calls/${id}`)).status).toBe(200);
    await eventually(
      async () => dial.isCanceled(),
      (is) => is,
    );
    expect(await bodiesAt('/deleted-ringing', 1)).toMatchObject([{ id, duration: 0 }]);
    await eventually(
      () => rows(id),
      ({ length }) => length === 0,
    );
  });
});

describe('an unanswered call', () => {
  test('is not reported with send_webhook_only_on_completed', async () => {
    const { id, to } = await activeCall('/completed-only');
    (await voice.dialTo(to)).tell({ type: 'failed', failure: 'no-answer', code: null, reason: '' });
    await endedCall(account, id);
    expect((await account.get('/user/webhook-deliveries')).body.total).toBe(0);
  });

  test('is reported without send_webhook_only_on_completed', async () => {
    const { to } = await activeCall('/every-call', { send_webhook_only_on_completed: false });
    (await voice.dialTo(to)).tell({ type: 'failed', failure: 'no-answer', code: null, reason: '' });
    const [body] = await bodiesAt('/every-call', 1);
    expect(callEndedPayload.parse(body)).toMatchObject({
      status: 'no-answer',
      duration: 0,
      transcript: [],
      recording_url: null,
      formatted_transcript: '',
      extracted_variables: { email: null },
    });
  });
});

test('sends nothing when the webhook is off', async () => {
  const { id, to } = await activeCall('/off', { is_webhook_active: false });
  (await voice.callOn((await voice.dialTo(to)).answer())).end();
  await endedCall(account, id);
  expect((await account.get('/user/webhook-deliveries')).body.total).toBe(0);
});

test('sends no variables without an evaluation', async () => {
  const { to } = await activeCall('/unevaluated', { post_call_evaluation: false });
  const call = await voice.callOn((await voice.dialTo(to)).answer());
  call.happen(customerSays('I am ada@example.com.'));
  call.end();
  const [body] = await bodiesAt('/unevaluated', 1);
  expect(body).toMatchObject({ extracted_variables: {} });
});
