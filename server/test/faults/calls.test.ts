import { afterEach, beforeEach, expect, test } from 'vitest';
import { settleCallsJob } from '../../src/modules/calls/jobs.ts';
import { enqueue } from '../../src/work/define-job.ts';
import { endedCall, makeCall, outboundAssistant } from '../kit/calls.ts';
import { eventually } from '../kit/eventually.ts';
import { unexplainedMoney } from '../kit/ledger.ts';
import { endsWithTest } from '../kit/left-running.ts';
import { sized } from '../kit/run-size.ts';
import { connectionUrl, type ServerProcess, startServerProcess } from '../kit/server-process.ts';
import { expectStored, isAudible, storedSound } from '../kit/sip/killed-calls.ts';
import { type Client, startTestServer, type TestServer } from '../kit/test-server.ts';
import { openPhone } from '../kit/voice/browser-phone.ts';
import { startWebhookSink, type WebhookSink } from '../kit/webhook-sink.ts';

const CALLS = sized({ gate: 4, nightly: 20 });
/** Sandbox numbers with these last digits say hello, press keys and stay on the line. */
const PATIENT = '08';

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

async function assistantWithWebhook(path: string): Promise<number> {
  const { id } = await outboundAssistant(account, {
    record: true,
    initial_message: 'Hello, this is the mill. May I ask you something?',
    is_webhook_active: true,
    webhook_url: `${sink.origin}${path}`,
    send_webhook_only_on_completed: false,
  });
  return id;
}

test('ends calls that no process claims and web calls that no browser joins', async () => {
  const assistant_id = await assistantWithWebhook('/forsaken');
  const id = await makeCall(account, { assistant_id, phone_number: '+40721000001' });
  await survivor.database.query(
    `update calls set initiated_at = initiated_at - interval '2 minutes' where id = $1`,
    [id],
  );
  await enqueue(survivor.database, settleCallsJob, { payload: {}, key: settleCallsJob.name });
  expect(await endedCall(account, id)).toMatchObject({
    status: 'failed',
    end_reason: 'No process was available to take the call.',
    total_cost: 0,
  });
  const voice = await startVoice();
  const { body } = await account.post('/user/calls/web', { assistant_id });
  await survivor.database.query(
    `update calls set media_expires_at = clock_timestamp() - interval '1 second'`,
  );
  await enqueue(survivor.database, settleCallsJob, { payload: {}, key: settleCallsJob.name });
  expect((await endedCall(account, body.data.call_id)).end_reason).toBe(
    'The browser did not connect to the web call in time.',
  );
  await voice.kill();
});

test('a voice process dials calls that another process created, and browsers connect to it', async () => {
  const voice = await startVoice();
  const assistant_id = await assistantWithWebhook('/ordered');
  const id = await makeCall(account, { assistant_id, phone_number: '+40721000001' });
  expect(await endedCall(account, id)).toMatchObject({ status: 'busy' });
  const { body } = await account.post('/user/calls/web', { assistant_id });
  expect(body.data.media_url).toContain(voice.api.replace(/^http/, 'ws'));
  const phone = await openPhone(body.data.media_url);
  await phone.message(({ type }) => type === 'transcript');
  phone.hangUp();
  expect(await endedCall(account, body.data.call_id)).toMatchObject({ status: 'ended_by_customer' });
  await voice.stop();
  const alone = await account.post('/user/calls/web', { assistant_id });
  expect(alone.status).toBe(503);
});

test('kill -9 during calls: each ends once with transcript and recording, and is refunded', async () => {
  const doomed = await startVoice();
  const assistant_id = await assistantWithWebhook('/killed');
  const ids = await Promise.all(
    Array.from({ length: CALLS }, (_, index) =>
      makeCall(account, { assistant_id, phone_number: `+4072100${String(index + 10)}${PATIENT}` }),
    ),
  );
  const running = async () => (await account.get('/user/calls?status=in-progress&per_page=100')).body.data;
  await eventually(running, (calls) => calls.length === CALLS);
  // Transcript, recording and `answered_by` are stored within seconds, not at the end.
  const known: { id: number; answered_by: string }[] = await eventually(running, (calls) =>
    calls.every(
      ({ recording_url, answered_by }: Record<string, unknown>) =>
        recording_url !== null && answered_by !== null,
    ),
  );
  await eventually(
    async () => [...(await storedSound(survivor.database, known)).values()],
    (sounds) => sounds.length === CALLS && sounds.every(isAudible),
  );
  const answeredBy = new Map(known.map(({ id, answered_by }) => [id, answered_by]));
  const killedAt = new Date();
  await doomed.kill();
  const stored = await storedSound(survivor.database, known);
  const ended = await Promise.all(ids.map((id) => endedCall(account, id)));
  for (const call of ended) {
    expect(call).toMatchObject({
      status: 'failed',
      end_reason: 'The process that handled the call ended unexpectedly.',
      total_cost: 0,
      answered_by: answeredBy.get(call.id),
      costs: [
        { kind: 'call_minute', amount: 0.1 },
        { kind: 'refund', amount: -0.1 },
      ],
      answered_at: expect.any(String),
    });
    // The end is the process's last heartbeat, which can be at or before the answer; then both times are the same.
    expect(call.ended_at >= call.answered_at).toBe(true);
    const recording = await fetch(call.recording_url.replace(/^http:\/\/[^/]+/, survivor.address));
    expectStored(Buffer.from(await recording.arrayBuffer()), stored.get(call.id) ?? Buffer.alloc(0));
  }
  const late = await survivor.database.query(
    `select id from calls where id = any($1) and (recorded_at < $2::timestamptz + interval '30 seconds') is not true`,
    [ids, killedAt],
  );
  expect(late).toEqual([]);
  const told = await eventually(
    async () => sink.at('/killed').map(({ body }) => JSON.parse(body).id),
    (heard) => heard.length >= CALLS,
  );
  expect(told.sort((one, other) => one - other)).toEqual([...ids].sort((one, other) => one - other));
  const deliveries = await account.get('/user/webhook-deliveries?event=call.ended&per_page=100');
  expect(deliveries.body.data.filter(({ url }: { url: string }) => url.endsWith('/killed'))).toHaveLength(
    CALLS,
  );
  expect(await unexplainedMoney(survivor.database)).toEqual([]);
});
