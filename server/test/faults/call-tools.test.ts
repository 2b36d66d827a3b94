import { afterEach, beforeEach, expect, test } from 'vitest';
import { OUTCOME_UNKNOWN } from '../../src/agent/made-calls.ts';
import { BOOKING, BOOKS, bookingTool } from '../kit/booking-assistant.ts';
import { callOnce } from '../kit/calls.ts';
import { AT_ANY_HOUR } from '../kit/campaign-dials.ts';
import { createCampaign, createLead, setStatus } from '../kit/campaigns.ts';
import { eventually } from '../kit/eventually.ts';
import type { FakeModelRequest, FakeReply } from '../kit/fake-model-server.ts';
import { endsWithTest } from '../kit/left-running.ts';
import { startMcpServer, text } from '../kit/mcp-server.ts';
import { type ModelInstallation, startModelInstallation } from '../kit/model-installation.ts';
import { insertNumber } from '../kit/owned-rows.ts';
import { someInGate } from '../kit/run-size.ts';
import { connectionUrl, type ServerProcess, startServerProcess } from '../kit/server-process.ts';
import type { Client } from '../kit/test-server.ts';
import { startToolEndpoint, type ToolEndpoint } from '../kit/tool-endpoint.ts';
import { startWebhookSink, type WebhookSink } from '../kit/webhook-sink.ts';

/** A sandbox customer who types. */
const CUSTOMER = '+40721000013';
const DONE = { ...BOOKING, result: { status: 200, body: { booked: true } } };

let sink: WebhookSink;
let endpoint: ToolEndpoint;
/** A server that handles no calls; it serves the API and cleans up after killed processes. */
let survivor: ModelInstallation;

beforeEach(async () => {
  sink = await startWebhookSink();
  endpoint = await startToolEndpoint();
  survivor = await startModelInstallation({
    environment: { ...AT_ANY_HOUR, PARLEY_ROLE: 'worker', DATABASE_URL: 'postgres://elsewhere/parley' },
  });
});
afterEach(async () => {
  await survivor.stop();
  await endpoint.close();
  await sink.close();
});

/** A model that calls the tool until it has answered. Speculative requests may repeat a request. */
const booksThen =
  (reply: FakeReply) =>
  ({ messages }: FakeModelRequest): FakeReply => {
    if (messages.at(-1)?.['role'] === 'tool') return reply;
    const isDone = JSON.stringify(messages).includes('Booked.');
    return isDone ? { kind: 'answer', text: 'Goodbye.' } : BOOKS;
  };

async function startVoice(): Promise<ServerProcess> {
  const { connection } = survivor.server.testDatabase;
  const voice = await startServerProcess(connection, {
    ...AT_ANY_HOUR,
    PARLEY_ROLE: 'voice',
    DATABASE_URL: connectionUrl(connection),
    PARLEY_LLM_BASE_URL: survivor.model.baseUrl,
    PARLEY_LLM_MODELS: 'main,spare',
  });
  endsWithTest(voice.kill);
  return voice;
}

/** An account whose assistant calls a lead that types. @param fields tools of the assistant */
async function campaign(fieldsFor: (account: Client) => Promise<Record<string, unknown>>) {
  const account = await survivor.server.account();
  await insertNumber(account);
  const { body: transcribers } = await account.get('/user/assistants/transcriber-providers?language_id=1');
  const typed = transcribers.find(({ code }: { code: string }) => code === 'offline');
  const assistant = await survivor.assistant(account, {
    type: 'outbound',
    transcriber_provider_id: typed.id,
    post_call_evaluation: false,
    ...(await fieldsFor(account)),
  });
  const { id } = await createCampaign(account, { assistant_id: assistant.id });
  await createLead(account, { campaign_id: id, phone_number: CUSTOMER });
  /** Id of the latest call, when there are `tries`. */
  const latest = async (tries: number): Promise<number> => {
    const { body } = await eventually(
      () => account.get(`/user/calls?campaign_id=${id}`),
      ({ body: { data } }) => data.length === tries,
    );
    return body.data[0].id;
  };
  const callAgain = async (): Promise<number> => {
    await survivor.server.database.query('update leads set due_at = clock_timestamp()');
    await startVoice();
    return latest(2);
  };
  return { account, start: () => setStatus(account, id, 'start'), latest, callAgain };
}

const isOver = ({ ended_at }: { ended_at: string | null }) => ended_at !== null;

const storedCalls = () =>
  survivor.server.database.query<{ key: string; result: unknown }>('select key, result from tool_calls');

test.each([
  ['before its outcome is stored', 'hang', { ...BOOKING, result: OUTCOME_UNKNOWN }, [DONE]],
  ['after its outcome is stored', { body: { booked: true } }, DONE, []],
] as const)(
  'kill -9 during a tool call of a phone call, %s: the call is shown, and the next call to the lead continues from it',
  async (_name, reply, shown, again) => {
    const { server, model } = survivor;
    const { account, start, latest, callAgain } = await campaign(async (owner) => ({
      tool_ids: [await bookingTool(owner, endpoint.origin)],
      is_webhook_active: true,
      webhook_url: `${sink.origin}/ended`,
      send_webhook_only_on_completed: false,
    }));
    const doomed = await startVoice();
    endpoint.answer(reply);
    model.answerAs('main', booksThen({ kind: 'hang' }));
    await start();
    const stored = await eventually(
      storedCalls,
      (rows) => endpoint.calls.length === 1 && (reply === 'hang' || rows[0]?.result != null),
    );
    await doomed.kill();
    const first = await callOnce(account, await latest(1), isOver);
    expect(first).toMatchObject({ status: 'failed', function_calls: [shown] });
    expect(first.events.filter(({ type }: { type: string }) => type === 'tool-called')).toMatchObject([
      { data: { functionCall: shown, key: stored[0]?.key, failed: reply === 'hang' } },
    ]);
    expect(await server.database.query('select from tool_calls')).toEqual([]);

    endpoint.answer({ body: { booked: true } });
    model.answerAs('main', booksThen({ kind: 'answer', text: 'Booked.' }));
    const asked = model.requests.length;
    const next = await callAgain();
    await callOnce(account, next, ({ transcript }) =>
      transcript.some(({ text }: { text: string }) => text === 'Booked.'),
    );
    await account.post(`/user/calls/${next}/hang-up`);
    const second = await callOnce(account, next, isOver);
    expect(second.function_calls).toEqual(again);
    const [request] = model.requests.slice(asked);
    expect(JSON.stringify(request)).toContain('An earlier call with this customer broke off');
    const keys = endpoint.calls.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual(Array(1 + again.length).fill(stored[0]?.key));
    const ended = await eventually(
      async () => sink.at('/ended').map(({ body }) => JSON.parse(body).function_calls),
      ({ length }) => length === 2,
    );
    expect(ended).toEqual([[shown], again]);
  },
);

test.each(
  someInGate(1, [
    ['before its outcome is stored', 'hang', 'It is unknown whether the tool call succeeded'],
    ['after its outcome is stored', text('{"booked":true}'), 'booked'],
  ] as const),
)(
  'kill -9 during a call of an MCP tool, %s: the next call to the lead does not repeat it',
  async (_when, answer, learned) => {
    const { model } = survivor;
    const mcp = await startMcpServer();
    endsWithTest(mcp.close);
    mcp.tools = [
      {
        name: BOOKING.name,
        description: 'Books a table.',
        inputSchema: { type: 'object', properties: { day: { type: 'string' } } },
      },
    ];
    const { account, start, latest, callAgain } = await campaign(async (owner) => {
      const added = await owner.post('/user/mcp-servers', { name: 'Shop', url: mcp.url });
      return { mcp_server_ids: [added.body.data.id] };
    });
    const doomed = await startVoice();
    mcp.answer(answer);
    model.answerAs('main', booksThen({ kind: 'hang' }));
    await start();
    await eventually(
      storedCalls,
      (rows) => mcp.of('tools/call').length === 1 && (answer === 'hang' || rows[0]?.result != null),
    );
    await doomed.kill();
    const first = await callOnce(account, await latest(1), isOver);
    expect(first).toMatchObject({ status: 'failed', function_calls: [BOOKING] });

    mcp.answer(text('{"booked":true}'));
    model.answerAs('main', booksThen({ kind: 'answer', text: 'Booked.' }));
    const asked = model.requests.length;
    const next = await callAgain();
    await callOnce(account, next, ({ transcript }) =>
      transcript.some(({ text: said }: { text: string }) => said === 'Booked.'),
    );
    await account.post(`/user/calls/${next}/hang-up`);
    await callOnce(account, next, isOver);
    expect(JSON.stringify(model.requests.slice(asked))).toContain(learned);
    expect(mcp.of('tools/call')).toHaveLength(1);
  },
);
