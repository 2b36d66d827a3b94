import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openConversation, streamReply } from '../kit/events.ts';
import { eventually } from '../kit/eventually.ts';
import { type ModelInstallation, startModelInstallation } from '../kit/model-installation.ts';
import { type ServerProcess, startServerProcess } from '../kit/server-process.ts';
import { type Client, clientOf, startTestServer } from '../kit/test-server.ts';

/** The surviving process; each test adds another one on the same database. */
let survivor: ModelInstallation;
let running: Pick<ServerProcess, 'api' | 'kill' | 'stop'>;
let account: Client;
let path: string;

beforeAll(async () => {
  survivor = await startModelInstallation();
});
afterEach(() => running.kill());
afterAll(() => survivor.stop());

async function start(): Promise<void> {
  running = await startServerProcess(survivor.server.testDatabase.connection, {
    PARLEY_LLM_BASE_URL: survivor.model.baseUrl,
    PARLEY_LLM_MODELS: 'main,spare',
  });
}

/** Starts a server in this process, so that the test calls what SIGTERM would call. */
async function startBeside(): Promise<void> {
  const { testDatabase } = survivor.server;
  const environment = { PARLEY_LLM_BASE_URL: survivor.model.baseUrl, PARLEY_LLM_MODELS: 'main,spare' };
  const server = await startTestServer({ beside: testDatabase, environment });
  running = { api: server.api, kill: server.stop, stop: server.stop };
}

/** Starts a server that will be stopped or killed, and opens a conversation. */
async function prepare(begun = start): Promise<void> {
  await begun();
  account = await survivor.server.account();
  path = await openConversation(survivor.server.visitor, await survivor.assistant(account));
}

const history = async (): Promise<{ role: string; content: string }[]> =>
  (await survivor.server.visitor.get(path)).body.history;

/** Starts a streamed reply and waits for its first word. */
async function begin(text: string) {
  survivor.model.replace({ kind: 'drip', text });
  const arrival = survivor.model.nextRequest();
  const opening = streamReply(running.api, `${path}/messages`, 'First?');
  await arrival;
  survivor.model.next();
  const events = await opening;
  await events.next();
  return events;
}

function sayTheRest(): void {
  while (survivor.model.next());
}

describe('a server that is killed during a reply', () => {
  test('keeps the message; the conversation continues in another process and after a restart without duplicates', async () => {
    await prepare();
    const events = await begin('Half a reply');
    await running.kill();
    await expect(events.rest()).rejects.toThrow();
    expect((await history()).slice(1)).toEqual([{ role: 'user', content: 'First?' }]);
    survivor.model.replace({ kind: 'answer', text: 'Second.' }, { kind: 'answer', text: 'Third.' });
    const elsewhere = await survivor.server.visitor.post(`${path}/messages`, { message: 'Second?' });
    expect(elsewhere.body.message).toBe('Second.');
    await start();
    const restarted = await clientOf(running.api, null).post(`${path}/messages`, { message: 'Third?' });
    expect(restarted.body.message).toBe('Third.');
    expect((await history()).slice(1)).toEqual([
      { role: 'user', content: 'First?' },
      { role: 'user', content: 'Second?' },
      { role: 'assistant', content: 'Second.' },
      { role: 'user', content: 'Third?' },
      { role: 'assistant', content: 'Third.' },
    ]);
    // The charge for the missing reply is refunded.
    const settled = await eventually(
      () => account.get('/user/conversations'),
      ({ body }) => body.data[0].total_cost === 0.02,
    );
    expect(settled.body.data[0].message_count).toBe(6);
    expect((await account.get('/user/me')).body.total_balance).toBeCloseTo(99.98, 10);
  });

  test('leaves no Idempotency-Key behind: a repeated request is accepted immediately', async () => {
    await prepare();
    const { data } = (await account.get('/user/assistants/get')).body;
    const body = { assistant_id: data[0].id, customer_identifier: 'c', message: 'First?' };
    const key = { 'idempotency-key': 'survives' };
    survivor.model.replace({ kind: 'hang' }, { kind: 'answer', text: 'Here.' });
    const arrival = survivor.model.nextRequest();
    const doomed = clientOf(running.api, account.token).post('/user/ai/generate-reply', body, key);
    const broken = expect(doomed).rejects.toThrow();
    await arrival;
    const busy = await account.post('/user/ai/generate-reply', body, key);
    expect(busy.status).toBe(409);
    await running.kill();
    await broken;
    await eventually(
      () => survivor.server.database.query('select from processes where is_process_alive(id)'),
      (alive) => alive.length === 1,
    );
    const again = await account.post('/user/ai/generate-reply', body, key);
    expect(again.status).toBe(200);
    expect(again.body.reply).toBe('Here.');
    const replay = await account.post('/user/ai/generate-reply', body, key);
    expect(replay.text).toBe(again.text);
    expect(replay.headers.get('idempotency-replayed')).toBe('true');
  });
});

describe('a server that is stopped during a reply', () => {
  test('finishes the reply to a connected client, then exits', async () => {
    await prepare();
    const events = await begin('All of it comes');
    const stopped = running.stop();
    await eventually(
      () =>
        fetch(`${running.api}/health`).then(
          () => 'open',
          () => 'closed',
        ),
      (state) => state === 'closed',
    );
    sayTheRest();
    const done = (await events.rest()).at(-1);
    expect(done).toMatchObject({ event: 'done', data: { message: 'All of it comes' } });
    await stopped;
    expect((await history()).at(-1)).toEqual({ role: 'assistant', content: 'All of it comes' });
  });

  test('finishes the reply even if its client has disconnected', async () => {
    await prepare(startBeside);
    const events = await begin('Nobody hears this');
    events.leave();
    const stopped = running.stop();
    await eventually(
      () =>
        fetch(`${running.api}/health`).then(
          () => 'open',
          () => 'closed',
        ),
      (state) => state === 'closed',
    );
    sayTheRest();
    await stopped;
    expect((await history()).at(-1)).toEqual({ role: 'assistant', content: 'Nobody hears this' });
  });

  test('answers a request that waits for the whole reply', async () => {
    await prepare(startBeside);
    survivor.model.replace({ kind: 'drip', text: 'Whole' });
    const arrival = survivor.model.nextRequest();
    const asked = clientOf(running.api, null).post(`${path}/messages`, { message: 'First?' });
    await arrival;
    const stopped = running.stop();
    sayTheRest();
    expect((await asked).body).toEqual({ status: true, message: 'Whole', function_calls: [] });
    await stopped;
  });
});
