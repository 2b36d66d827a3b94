import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { endedCall, outboundAssistant } from '../../kit/calls.ts';
import {
  AT_ANY_HOUR,
  campaignOnce,
  dialsTo,
  leadOnce,
  leadsOf,
  noAnswer,
  runningCampaign,
} from '../../kit/campaign-dials.ts';
import { type ManualClock, manualClock } from '../../kit/clocks.ts';
import { eventually } from '../../kit/eventually.ts';
import { type ModelStep, scriptedModel } from '../../kit/scripted-model.ts';
import { type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';
import { customerSays, type ScriptedVoice, scriptedVoice } from '../../kit/voice/scripted-calls.ts';
import { startWebhookSink, type WebhookSink } from '../../kit/webhook-sink.ts';

let server: TestServer;
let voice: ScriptedVoice;
let clock: ManualClock;
let sink: WebhookSink;
let account: Client;

const saying = (answer: object | string): ModelStep[] => [
  { type: 'text-delta', text: typeof answer === 'string' ? answer : JSON.stringify(answer) },
  { type: 'finish', reason: 'stop', usage: { inputTokens: 1, outputTokens: 1 } },
];
const models = [
  scriptedModel('first-no', saying({ status: false }), saying({ status: true })),
  scriptedModel('always-no', saying({ status: false })),
  scriptedModel('yes-then-no', saying({ status: true }), saying({ status: false })),
  scriptedModel(
    'thinks-aloud',
    saying('<think>Not {"status": true}.</think>\n```json\n{"status": false}\n```'),
  ),
  scriptedModel('unreadable', saying('<think>{"status": true}</think>I cannot say.')),
  scriptedModel('undecided', [{ type: 'hang' }]),
];

beforeAll(async () => {
  voice = scriptedVoice();
  clock = manualClock(new Date());
  sink = await startWebhookSink();
  server = await startTestServer({
    overrides: { voice: voice.overrides, clock, languageModels: models },
    environment: AT_ANY_HOUR,
  });
});
afterAll(async () => {
  for (const dial of voice.dials) dial.tell(noAnswer);
  await server.stop();
  await sink.close();
});
beforeEach(async () => {
  account = await server.account();
});

async function assistantEvaluatedBy(model: string): Promise<number> {
  const { body } = await account.get('/user/assistants/models?type=llm');
  const { id } = body.find(({ name }: { name: string }) => name === model);
  const assistant = await outboundAssistant(account, {
    llm_model_id: id,
    is_webhook_active: true,
    webhook_url: `${sink.origin}/${model}`,
    send_webhook_only_on_completed: false,
    post_call_schema: [{ name: 'status', type: 'bool', description: 'Whether they will come' }],
  });
  return assistant.id;
}

const goal = { goal_completion_variable: 'status', retry_interval: 10 };

async function talk(numbers: readonly string[], count: number): Promise<void> {
  const dial = (await dialsTo([voice], numbers, count))[count - 1];
  if (dial === undefined) throw new Error('The number was not dialed.');
  const call = await voice.callOn(dial.answer());
  call.happen(customerSays('Perhaps.'));
  call.end({ status: 'ended_by_customer', answeredBy: 'human' });
}

test('calls again after a missed goal, and completes when it is met', async () => {
  const assistant_id = await assistantEvaluatedBy('first-no');
  const fields = { leads: 1, assistant_id, ...goal, retry_on_goal_incomplete: true };
  const { id, numbers } = await runningCampaign(account, fields);
  await talk(numbers, 1);
  const missed = await leadOnce(account, id, ({ status }) => status === 'rescheduled');
  expect(missed).toMatchObject({ goal_met: false, retries: 1, last_outcome: 'answered' });
  // A pending delivery would time out with the clock.
  await eventually(
    () => account.get('/user/webhook-deliveries?event=call.ended'),
    ({ body }) => body.data.length === 1 && body.data[0].status === 'delivered',
  );
  clock.advance(10 * 60_000);
  await talk(numbers, 2);
  await campaignOnce(account, id, ({ status }) => status === 'completed');
  const met = await leadOnce(account, id, () => true);
  expect(met).toMatchObject({ goal_met: true, status: 'completed', call_tries: 2 });
  const webhooks = await eventually(
    async () => sink.at('/first-no'),
    (received) => received.length === 2,
  );
  expect(webhooks.map(({ body }) => JSON.parse(body).lead)).toMatchObject([
    {
      id: met.id,
      phone_number: numbers[0],
      status: 'rescheduled',
      call_tries: 1,
      campaign: { id, name: 'Spring' },
    },
    { id: met.id, status: 'completed', call_tries: 2 },
  ]);
});

test.each([
  ['thinks-aloud', { goal_met: false, error: null }],
  ['unreadable', { goal_met: null, error: expect.stringContaining('could not be used') }],
])('calls again when the goal is missed or unknown (model %s)', async (model, { goal_met, error }) => {
  const assistant_id = await assistantEvaluatedBy(model);
  const fields = { leads: 1, assistant_id, ...goal, retry_on_goal_incomplete: true };
  const { id, numbers } = await runningCampaign(account, fields);
  await talk(numbers, 1);
  const lead = await leadOnce(account, id, ({ status }) => status !== 'processing');
  expect(lead).toMatchObject({ status: 'rescheduled', goal_met, retries: 1 });
  const { body: calls } = await account.get(`/user/calls?campaign_id=${id}`);
  expect((await account.get(`/user/calls/${calls.data[0].id}`)).body.evaluation_error).toEqual(error);
});

test('stores a missed goal of a completed lead if goals are not retried', async () => {
  const assistant_id = await assistantEvaluatedBy('always-no');
  const { id, numbers } = await runningCampaign(account, { leads: 1, assistant_id, ...goal });
  await talk(numbers, 1);
  const done = await leadOnce(account, id, ({ goal_met }) => goal_met !== null);
  expect(done).toMatchObject({ status: 'completed', goal_met: false });
});

test('a voicemail cannot miss the goal', async () => {
  const assistant_id = await assistantEvaluatedBy('always-no');
  const { id, numbers } = await runningCampaign(account, { leads: 1, assistant_id, ...goal });
  const [dial] = await dialsTo([voice], numbers, 1);
  if (dial === undefined) throw new Error('The number was not dialed.');
  const call = await voice.callOn(dial.answer());
  call.happen(customerSays('You have reached the mailbox of Ada.'));
  call.end({ status: 'ended_by_assistant', answeredBy: 'machine' });
  const { body } = await account.get(`/user/calls?campaign_id=${id}`);
  await endedCall(account, body.data[0].id);
  expect(await leadOnce(account, id, () => true)).toMatchObject({ status: 'completed', goal_met: null });
  const { goal: goals, funnel } = (await account.get(`/user/campaign/${id}/report`)).body.data;
  expect(goals).toEqual({ variable: 'status', met: 0, missed: 0, rate: null });
  expect(funnel).toMatchObject({ answered: 0, converted: 0 });
});

test('the report counts met and missed goals and the cost per goal', async () => {
  const assistant_id = await assistantEvaluatedBy('yes-then-no');
  const fields = { leads: 2, max_calls_in_parallel: 1, assistant_id, ...goal };
  const { id, numbers } = await runningCampaign(account, fields);
  for (const count of [1, 2]) {
    await talk(numbers, count);
    await eventually(
      () => leadsOf(account, id),
      (leads) => leads.filter(({ goal_met }) => goal_met !== null).length === count,
    );
  }
  const { body: calls } = await account.get(`/user/calls?campaign_id=${id}`);
  const total = calls.data.reduce((sum: number, call: { total_cost: number }) => sum + call.total_cost, 0);
  expect(total).toBeGreaterThan(0);
  const { goal: goals, funnel, cost } = (await account.get(`/user/campaign/${id}/report`)).body.data;
  expect(goals).toEqual({ variable: 'status', met: 1, missed: 1, rate: 0.5 });
  expect(funnel).toEqual({ leads: 2, called: 2, answered: 2, converted: 1 });
  expect(cost).toEqual({ total, per_answered_lead: total / 2, per_goal: total });
});

test('a lead shows that it waits for the evaluation of its call', async () => {
  const assistant_id = await assistantEvaluatedBy('undecided');
  const fields = { leads: 1, assistant_id, ...goal, retry_on_goal_incomplete: true };
  const { id, numbers } = await runningCampaign(account, fields);
  await talk(numbers, 1);
  const lead = await leadOnce(account, id, ({ waiting }) => waiting?.code === 'goal-to-be-judged');
  expect(lead).toMatchObject({ status: 'processing', goal_met: null, waiting: { until: null } });
});

test('calls a silent callee again: the goal is unknown', async () => {
  const assistant_id = await assistantEvaluatedBy('always-no');
  const fields = { leads: 1, assistant_id, ...goal, retry_on_goal_incomplete: true };
  const { id, numbers } = await runningCampaign(account, fields);
  const [dial] = await dialsTo([voice], numbers, 1);
  if (dial === undefined) throw new Error('The number was not dialed.');
  const call = await voice.callOn(dial.answer());
  call.end({ status: 'ended_by_customer', answeredBy: 'human' });
  const done = await leadOnce(account, id, ({ status }) => status !== 'processing' && status !== 'created');
  expect(done).toMatchObject({ status: 'rescheduled', goal_met: null, retries: 1 });
});

test.each([
  [true, 'rescheduled'],
  [false, 'completed'],
])('with retry_on_voicemail %s, a lead answered by a machine is %s', async (retry_on_voicemail, status) => {
  const { id, numbers } = await runningCampaign(account, { leads: 1, retry_on_voicemail });
  const [dial] = await dialsTo([voice], numbers, 1);
  if (dial === undefined) throw new Error('The number was not dialed.');
  const call = await voice.callOn(dial.answer());
  call.end({ status: 'ended_by_assistant', answeredBy: 'machine' });
  const lead = await leadOnce(
    account,
    id,
    ({ call_tries, due_at, waiting }) =>
      call_tries === 1 && waiting?.code !== 'call-running' && (due_at !== null || waiting === null),
  );
  expect(lead).toMatchObject({ status, last_outcome: 'machine' });
});
