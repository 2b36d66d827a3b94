import { afterEach, expect, test } from 'vitest';
import { callOnce, endedCall, makeCall, mobileNumber, outboundAssistant } from '../kit/calls.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../kit/database-proxy.ts';
import { unexplainedMoney } from '../kit/ledger.ts';
import { cloneDatabase, startTestServer, type TestDatabase } from '../kit/test-server.ts';
import { customerSays, scriptedVoice } from '../kit/voice/scripted-calls.ts';

let database: TestDatabase;
let proxy: DatabaseProxy;
afterEach(async () => {
  await proxy.close();
  await database.drop();
});

test('a call that ends while PostgreSQL is away is stored with all that was said when it is back', async () => {
  database = await cloneDatabase();
  proxy = await startDatabaseProxy(database.connection);
  const voice = scriptedVoice();
  const server = await startTestServer({
    ...{ beside: { ...database, connection: proxy.connection }, overrides: { voice: voice.overrides } },
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
