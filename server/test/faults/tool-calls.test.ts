import { afterEach, beforeEach, expect, test } from 'vitest';
import { BOOKING, BOOKS, bookingAssistant } from '../kit/booking-assistant.ts';
import { openConversation } from '../kit/events.ts';
import { eventually } from '../kit/eventually.ts';
import { customerPhone, customerWrites, sandboxSender } from '../kit/messaging.ts';
import { type ModelInstallation, startModelInstallation } from '../kit/model-installation.ts';
import { type ServerProcess, startServerProcess } from '../kit/server-process.ts';
import { clientOf } from '../kit/test-server.ts';
import { startToolEndpoint, type ToolEndpoint } from '../kit/tool-endpoint.ts';

const DONE = { ...BOOKING, result: { status: 200, body: { booked: true } } };

let survivor: ModelInstallation;
let doomed: ServerProcess;
let endpoint: ToolEndpoint;

beforeEach(async () => {
  endpoint = await startToolEndpoint();
  survivor = await startModelInstallation();
  doomed = await startServerProcess(survivor.server.testDatabase.connection, {
    PARLEY_LLM_BASE_URL: survivor.model.baseUrl,
    PARLEY_LLM_MODELS: 'main,spare',
  });
});
afterEach(async () => {
  await doomed.kill();
  await survivor.stop();
  await endpoint.close();
});

async function prepare() {
  const account = await survivor.server.account();
  const assistant = await bookingAssistant(survivor, { account, endpoint: endpoint.origin });
  return { account, assistant };
}

const untilCalled = () =>
  eventually(
    async () => endpoint.calls.length,
    (count) => count > 0,
  );
const keys = () => new Set(endpoint.calls.map(({ headers }) => headers['idempotency-key']));

test('a chat that is repeated after kill -9 repeats its unfinished tool call with the same idempotency key', async () => {
  const { assistant } = await prepare();
  const { visitor } = survivor.server;
  const path = await openConversation(visitor, assistant);
  const ask = (client: typeof visitor) =>
    client.post(`${path}/messages`, { message: 'Book Friday.' }, { 'Idempotency-Key': 'k' });
  endpoint.answer('hang');
  survivor.model.replace(BOOKS, { kind: 'answer', text: 'Booked.' });
  const lost = ask(clientOf(doomed.api, null)).catch(() => null);
  await untilCalled();
  await doomed.kill();
  await lost;
  endpoint.answer({ body: { booked: true } });
  const reply = await eventually(
    () => ask(visitor),
    // The repeat gets 409 until the kill is noticed.
    ({ status }) => status !== 409,
  );
  expect(reply.body).toEqual({ status: true, message: 'Booked.', function_calls: [DONE] });
  expect([endpoint.calls.length, keys().size]).toEqual([2, 1]);
});

test('a message that waits for a turn of another process takes over its tool call after kill -9', async () => {
  const { assistant } = await prepare();
  const { visitor } = survivor.server;
  const path = await openConversation(visitor, assistant);
  const ask = (client: typeof visitor) => client.post(`${path}/messages`, { message: 'Book Friday.' });
  endpoint.answer('hang');
  survivor.model.replace(BOOKS, BOOKS, { kind: 'answer', text: 'Booked.' });
  const lost = ask(clientOf(doomed.api, null)).catch(() => null);
  await untilCalled();
  const next = ask(visitor);
  await eventually(
    () => survivor.server.database.query("select from messages where role = 'user'"),
    ({ length }) => length === 2,
  );
  expect(survivor.model.requests).toHaveLength(1);
  endpoint.answer({ body: { booked: true } });
  await doomed.kill();
  await lost;
  expect((await next).body).toMatchObject({ message: 'Booked.', function_calls: [DONE] });
  expect([endpoint.calls.length, keys().size]).toEqual([2, 1]);
});

test.each([
  ['before its outcome is stored', 'hang', 2],
  ['after its outcome is stored', { body: { booked: true } }, 1],
] as const)(
  'another process continues after kill -9 during a tool call on the channel, %s',
  async (_name, reply, times) => {
    const { account, assistant } = await prepare();
    const sender = await sandboxSender(account, { assistant_id: assistant.id });
    endpoint.answer(reply);
    survivor.model.replace(BOOKS, { kind: 'hang' });
    const from = customerPhone();
    const client = clientOf(doomed.api, account.token);
    const { data } = (await customerWrites(client, sender.id, { from, message: 'Book Friday.' })).body;
    await untilCalled();
    // The second request follows the stored outcome.
    await eventually(
      async () => survivor.model.requests.length,
      (count) => count === (times === 1 ? 2 : 1),
    );
    survivor.model.replace({ kind: 'answer', text: 'Booked.' });
    endpoint.answer({ body: { booked: true } });
    await doomed.kill();
    const { transcript } = await eventually(
      async () => (await account.get(`/user/conversations/${data.conversation_uuid}`)).body.data,
      (view) => view.transcript.length === 2,
    );
    expect(transcript[1]).toMatchObject({ content: 'Booked.', function_calls: [DONE] });
    expect([endpoint.calls.length, keys().size]).toEqual([times, 1]);
  },
);
