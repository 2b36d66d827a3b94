import { afterEach, beforeEach, expect, test } from 'vitest';
import { endedCall, outboundAssistant } from '../kit/calls.ts';
import { eventually } from '../kit/eventually.ts';
import { endsWithTest } from '../kit/left-running.ts';
import { connectionUrl, type ServerProcess, startServerProcess } from '../kit/server-process.ts';
import { type Client, startTestServer, type TestServer } from '../kit/test-server.ts';
import { startWebhookSink, type WebhookSink } from '../kit/webhook-sink.ts';

const CALLS = 6;

let sink: WebhookSink;
/** A server that is not killed and handles no calls; it runs background jobs. */
let survivor: TestServer;
let account: Client;

beforeEach(async () => {
  sink = await startWebhookSink();
  survivor = await startTestServer({
    environment: { PARLEY_ROLE: 'worker', DATABASE_URL: 'postgres://elsewhere/parley' },
  });
  account = await survivor.account();
});
afterEach(async () => {
  await survivor.stop();
  await sink.close();
});

async function startVoice(): Promise<ServerProcess> {
  const voice = await startServerProcess(survivor.testDatabase.connection, {
    PARLEY_ROLE: 'voice',
    DATABASE_URL: connectionUrl(survivor.testDatabase.connection),
  });
  endsWithTest(voice.kill);
  return voice;
}

test('calls scheduled before kill -9 are dialed once by the processes that run at their time', async () => {
  const { id: assistant_id } = await outboundAssistant(account, {
    is_webhook_active: true,
    webhook_url: `${sink.origin}/due`,
    send_webhook_only_on_completed: false,
  });
  const doomed = await startVoice();
  const scheduled_at = new Date(Date.now() + 3_600_000).toISOString();
  const ids: number[] = [];
  for (let index = 0; index < CALLS; index += 1) {
    // Sandbox numbers that end in 01 are busy.
    const order = { assistant_id, phone_number: `+4072100${index}001`, scheduled_at };
    ids.push((await account.post('/user/make_call', order)).body.call_id);
  }
  await doomed.kill();
  await Promise.all([startVoice(), startVoice()]);
  const { body } = await account.get('/user/calls?status=scheduled');
  expect(body.total).toBe(CALLS);
  await survivor.database.query(
    `update calls set scheduled_at = clock_timestamp() where status = 'scheduled'`,
  );
  for (const id of ids) expect(await endedCall(account, id)).toMatchObject({ status: 'busy' });
  const told = await eventually(
    async () => sink.at('/due').map((received) => JSON.parse(received.body).id),
    ({ length }) => length >= CALLS,
  );
  expect(told.sort((one, other) => one - other)).toEqual(ids);
});

test('a scheduled call whose process dies while it rings is not dialed again', async () => {
  const { id: assistant_id } = await outboundAssistant(account, { ringing_time: 60 });
  const doomed = await startVoice();
  const order = {
    assistant_id,
    // Sandbox numbers that end in 02 do not answer.
    phone_number: '+40721000002',
    scheduled_at: new Date(Date.now() + 1500).toISOString(),
  };
  const { call_id: id } = (await account.post('/user/make_call', order)).body;
  const statusOf = async () => (await account.get(`/user/calls/${id}`)).body.status;
  await eventually(statusOf, (status) => status === 'ringing');
  await doomed.kill();
  await startVoice();
  expect(await endedCall(account, id)).toMatchObject({
    status: 'failed',
    end_reason: 'The process that handled the call ended unexpectedly.',
  });
  expect((await account.get('/user/calls')).body.total).toBe(1);
});
