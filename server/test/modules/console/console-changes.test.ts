import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createAssistant } from '../../kit/assistants.ts';
import { logIn } from '../../kit/browser-session.ts';
import { type ChangeStream, EVERYTHING, followChanges } from '../../kit/change-stream.ts';
import { manualClock } from '../../kit/clocks.ts';
import { eventually } from '../../kit/eventually.ts';
import { createObjects } from '../../kit/owned-objects.ts';
import { type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';

let server: TestServer;
let other: TestServer;
let account: Client;
const open: ChangeStream[] = [];

beforeAll(async () => {
  // A running call would delay the shutdown.
  server = await startTestServer({ overrides: { shutdownLimits: { turnsMs: 100, totalMs: 500 } } });
  other = await startTestServer({ beside: server.testDatabase });
  account = await server.account();
});
afterEach(() => {
  for (const stream of open.splice(0)) stream.close();
});
afterAll(async () => {
  await other.stop();
  await server.stop();
});

async function follow(who: Client = account, at: TestServer = server): Promise<ChangeStream> {
  const stream = await followChanges(at.api, { authorization: `Bearer ${who.token}` });
  open.push(stream);
  return stream;
}

describe('a change', () => {
  test('is notified with its topic, from any process', async () => {
    const stream = await follow();
    await account.post('/user/knowledgebases', { name: 'Handbook' });
    await stream.told('knowledge');
    stream.forget();
    await other.client(account.token ?? '').post('/user/knowledgebases', { name: 'From elsewhere' });
    await stream.told('knowledge');
    expect(new Set(stream.changes().flat())).toEqual(new Set(['knowledge']));
  });

  test('is notified for every kind of object in the console', async () => {
    const topics = ['assistants', 'knowledge', 'tools', 'numbers', 'senders', 'templates', 'conversations'];
    topics.push('messages', 'calls', 'campaigns', 'leads', 'sms', 'webhooks', 'api_keys', 'blacklist');
    const heard = async (): Promise<Set<string>> => {
      const who = await server.account();
      const stream = await follow(who);
      await createObjects(server, who);
      for (const topic of topics) await stream.told(topic);
      await who.request('PUT', '/sandbox/balance', {
        body: '{"amount":5}',
        headers: { 'content-type': 'application/json' },
      });
      await stream.told('balance');
      return new Set(stream.changes().flat());
    };
    // A stream opened while another transaction is open receives "everything" instead of topics.
    let received = await heard();
    while (received.has(EVERYTHING)) received = await heard();
    expect([...topics, 'balance'].filter((topic) => !received.has(topic))).toEqual([]);
  });

  test('is not sent to other accounts', async () => {
    const otherAccount = await server.account();
    const [theirs, mine] = [await follow(otherAccount), await follow()];
    await account.post('/user/knowledgebases', { name: 'Mine' });
    await mine.told('knowledge');
    await otherAccount.post('/user/tools', {});
    await createAssistant(otherAccount);
    await theirs.told('assistants');
    expect(theirs.changes().flat()).not.toContain('knowledge');
  });

  test('in a transaction older than the stream is notified as "everything"', async () => {
    const who = await server.account();
    const client = new pg.Client(server.testDatabase.connection);
    await client.connect();
    await client.query('begin');
    await client.query('update users set name = name where id = $1', [who.userId]);
    await client.query(`insert into knowledgebases (user_id, name) values ($1, 'Early')`, [who.userId]);
    const stream = await follow(who);
    await client.query('commit');
    await client.end();
    await stream.told('*');
  });
});

describe('a stream', () => {
  test('of a session needs its cookie, and ends when the session does', async () => {
    const who = await server.account();
    const [here, there] = [await logIn(server, who), await logIn(server, who)];
    const kept = await followChanges(server.api, { cookie: here.cookie });
    const revoked = await followChanges(other.api, { cookie: there.cookie });
    expect((await there.ask('POST', '/console/logout')).status).toBe(200);
    await revoked.ended;
    await who.post('/user/knowledgebases', { name: 'Still there' });
    await kept.told('knowledge');
    kept.close();
  });

  test('requires a login', async () => {
    expect((await followChanges(server.api, {})).status).toBe(401);
    const { cookie } = await logIn(server, await server.account());
    const wrong = cookie.replace(/=.*/, '=x');
    expect((await followChanges(server.api, { cookie: wrong })).status).toBe(401);
  });

  test('is limited to thirty per account', async () => {
    const who = await server.account();
    const streams = await Promise.all(Array.from({ length: 31 }, () => follow(who)));
    expect(streams.map(({ status }) => status).sort()).toEqual([...Array(30).fill(200), 429]);
    for (const stream of streams) stream.close();
    await eventually(
      async () => (await follow(who)).status,
      (status) => status === 200,
    );
  });

  test('survives a lost database connection, and reports that changes may have been missed', async () => {
    const stream = await follow();
    const [broken] = await server.database.query<{ count: number }>(
      `select count(pg_terminate_backend(pid)) as count from pg_stat_activity
       where datname = current_database() and query = 'listen parley_changes'`,
    );
    expect(broken?.count).toBeGreaterThan(0);
    await account.post('/user/knowledgebases', { name: 'Missed' });
    await stream.told('*');
    stream.forget();
    await account.post('/user/knowledgebases', { name: 'Heard' });
    await stream.told('knowledge');
  });

  test('sends keep-alives during silence, and then the next change', async () => {
    const clock = manualClock();
    const idle = await startTestServer({ beside: server.testDatabase, overrides: { clock } });
    try {
      const stream = await follow(account, idle);
      for (const count of [1, 2]) {
        clock.advance(15_000);
        await stream.saidStillHere(count);
      }
      await account.post('/user/knowledgebases', { name: 'After the silence' });
      await stream.told('knowledge');
      stream.close();
    } finally {
      await idle.stop();
    }
  });

  test('ends with its process, which does not wait for it', async () => {
    const leaving = await startTestServer({
      beside: server.testDatabase,
      overrides: { shutdownLimits: { turnsMs: 60_000, totalMs: 120_000 } },
    });
    const stream = await follow(account, leaving);
    await Promise.all([stream.ended, leaving.stop()]);
    await watchersOf(account, 0);
  });
});

test('no notifications are sent without watchers', async () => {
  const client = new pg.Client(server.testDatabase.connection);
  await client.connect();
  const heard: string[] = [];
  client.on('notification', ({ payload = '' }) => heard.push(payload));
  await client.query('listen parley_changes');
  const [watched, alone] = [await server.account(), await server.account()];
  const stream = await follow(watched);
  await alone.post('/user/knowledgebases', { name: 'Alone' });
  await watched.post('/user/knowledgebases', { name: 'Watched' });
  await stream.told('knowledge');
  stream.close();
  await watchersOf(watched, 0);
  await watched.post('/user/knowledgebases', { name: 'Not any more' });
  await client.query(`select pg_notify('parley_changes', 'end')`);
  await eventually(
    async () => heard.at(-1),
    (last) => last === 'end',
  );
  await client.end();
  expect(heard.filter((payload) => payload.startsWith(`${alone.userId} `))).toEqual([]);
  expect(heard.filter((payload) => payload.startsWith(`${watched.userId} `))).toEqual([
    `${watched.userId} knowledge`,
  ]);
});

async function watchersOf({ userId }: Client, expected: number): Promise<void> {
  await eventually(
    () =>
      server.database.query('select from watched_accounts where user_id = $1 and until > clock_timestamp()', [
        userId,
      ]),
    (rows) => rows.length === expected,
  );
}
