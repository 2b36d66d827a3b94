import { afterEach, expect, test } from 'vitest';
import { callOnce, endedCall, makeCall, mobileNumber, outboundAssistant } from '../kit/calls.ts';
import { manualClock } from '../kit/clocks.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../kit/database-proxy.ts';
import { eventually } from '../kit/eventually.ts';
import { unexplainedMoney } from '../kit/ledger.ts';
import { cloneDatabase, startTestServer, type TestDatabase } from '../kit/test-server.ts';
import { customerSays, scriptedVoice } from '../kit/voice/scripted-calls.ts';

let database: TestDatabase;
let proxy: DatabaseProxy;
afterEach(async () => {
  await proxy.close();
  await database.drop();
});

test('a call that ends during a PostgreSQL outage is stored with its full transcript after the outage', async () => {
  database = await cloneDatabase();
  proxy = await startDatabaseProxy(database.connection);
  const voice = scriptedVoice();
  const server = await startTestServer({
    beside: { ...database, connection: proxy.connection },
    overrides: { voice: voice.overrides },
  });
  const account = await server.account();
  const { id: assistant_id } = await outboundAssistant(account, { record: true });
  const to = mobileNumber();
  const id = await makeCall(account, { assistant_id, phone_number: to });
  const call = await voice.callOn((await voice.dialTo(to)).answer());
  await callOnce(account, id, ({ status }) => status === 'in-progress');
  await proxy.cut();
  call.happen(customerSays('Hello?'));
  call.sink?.append(new Uint8Array(16));
  call.end({ status: 'ended_by_customer', reason: 'the customer hung up' });
  expect((await account.get('/user/me')).status).toBe(503);
  await proxy.restore();
  const ended = await endedCall(account, id);
  expect(ended).toMatchObject({
    total_cost: 0.1,
    transcript: [{ text: 'Hello?' }],
    recording_url: expect.any(String),
  });
  expect(ended.status).toBe('ended_by_customer');
  expect(await unexplainedMoney(server.database)).toEqual([]);
  await server.stop();
});

test('a call that ends during a PostgreSQL outage of several minutes is stored after the outage', async () => {
  database = await cloneDatabase();
  proxy = await startDatabaseProxy(database.connection);
  const voice = scriptedVoice();
  const clock = manualClock(new Date());
  const server = await startTestServer({
    beside: { ...database, connection: proxy.connection },
    overrides: { clock, voice: voice.overrides },
  });
  const account = await server.account();
  const { id: assistant_id } = await outboundAssistant(account, { post_call_evaluation: false });
  const to = mobileNumber();
  const id = await makeCall(account, { assistant_id, phone_number: to });
  const call = await voice.callOn((await voice.dialTo(to)).answer());
  await callOnce(account, id, ({ status }) => status === 'in-progress');
  await proxy.cut();
  call.end({ status: 'ended_by_customer', reason: 'the customer hung up' });
  for (let second = 0; second < 180; second += 1) {
    clock.advance(1000);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await proxy.restore();
  const ended = await eventually(
    async () => {
      clock.advance(1000);
      return (await account.get(`/user/calls/${id}`)).body;
    },
    ({ evaluation }) => evaluation != null,
  );
  expect(ended.status).toBe('ended_by_customer');
  expect(await unexplainedMoney(server.database)).toEqual([]);
  await server.stop();
});

test('a process ends only the call whose claim got no response', async () => {
  database = await cloneDatabase();
  proxy = await startDatabaseProxy(database.connection);
  const voice = scriptedVoice();
  const clock = manualClock(new Date());
  const server = await startTestServer({
    beside: { ...database, connection: proxy.connection },
    overrides: { clock, voice: voice.overrides },
  });
  const account = await server.account();
  const { id: assistant_id } = await outboundAssistant(account, { post_call_evaluation: false });
  const to = mobileNumber();
  const held = await makeCall(account, { assistant_id, phone_number: to });
  const call = await voice.callOn((await voice.dialTo(to)).answer());
  const [lost] = await server.database.query<{ id: number }>(
    `insert into calls (user_id, assistant_id, type, process_id, ringing_time_ms, variables)
     select user_id, assistant_id, type, process_id, ringing_time_ms, variables from calls where id = $1 returning id`,
    [held],
  );
  const ended = await eventually(
    async () => {
      clock.advance(200);
      return (await account.get(`/user/calls/${lost?.id}`)).body;
    },
    ({ evaluation }) => evaluation !== null,
  );
  expect(ended).toMatchObject({
    status: 'failed',
    end_reason: 'The database connection was lost while the call was being accepted.',
    total_cost: 0,
  });
  expect((await account.get(`/user/calls/${held}`)).body.status).toBe('in-progress');
  call.end();
  expect(await unexplainedMoney(server.database)).toEqual([]);
  await server.stop();
});
