import { afterEach, expect, test } from 'vitest';
import { createAssistant } from '../kit/assistants.ts';
import { callOnce, makeCall, mobileNumber, outboundAssistant } from '../kit/calls.ts';
import { insertNumber } from '../kit/owned-rows.ts';
import {
  type Client,
  clientOf,
  cloneDatabase,
  startTestServer,
  type TestDatabase,
} from '../kit/test-server.ts';
import { type ScriptedVoice, scriptedInbound, scriptedVoice } from '../kit/voice/scripted-calls.ts';

let database: TestDatabase | undefined;
afterEach(() => database?.drop());

async function start(turnsMs: number) {
  database = await cloneDatabase();
  const voice: ScriptedVoice = scriptedVoice();
  const shutdownLimits = { turnsMs, totalMs: turnsMs + 60_000 };
  const server = await startTestServer({
    beside: database,
    overrides: { shutdownLimits, voice: voice.overrides },
  });
  const account = await server.account();
  const { id: assistant_id } = await outboundAssistant(account);
  const to = mobileNumber();
  const id = await makeCall(account, { assistant_id, phone_number: to });
  const call = await voice.callOn((await voice.dialTo(to)).answer());
  return { voice, server, account, id, call, assistant_id };
}

/** Reads the call from another process, because the first one has stopped. */
async function shownAfterwards(account: Client, id: number): Promise<{ status: string; end_reason: string }> {
  if (database === undefined) throw new Error('There is no database.');
  const next = await startTestServer({ beside: database });
  try {
    return await callOnce(clientOf(next.api, account.token), id, ({ ended_at }) => ended_at !== null);
  } finally {
    await next.stop();
  }
}

test('a stopping server lets active calls finish and rejects new ones', async () => {
  const { voice, server, account, id, call } = await start(60_000);
  const number = await insertNumber(account);
  const reception = await createAssistant(account);
  await account.put(`/user/assistant/${reception.id}`, { phone_number_id: number });
  const { body } = await account.get('/user/phone-numbers/all');
  const stopping = server.stop();
  const late = scriptedInbound({ from: '+40721000001', to: body.data.at(-1).phone_number });
  voice.ring(late.call);
  expect(await late.rejected).toBe('stopping');
  call.end({ status: 'ended_by_customer', reason: 'the customer hung up' });
  await stopping;
  expect(await shownAfterwards(account, id)).toMatchObject({ status: 'ended_by_customer' });
});

test('ends a call that exceeds the shutdown deadline', async () => {
  const { server, account, id } = await start(200);
  await server.stop();
  expect(await shownAfterwards(account, id)).toMatchObject({
    status: 'completed',
    end_reason: 'The server was stopped.',
  });
});

test('the health endpoint tells load balancers that a process is stopping while its calls finish', async () => {
  const { server, call } = await start(60_000);
  expect((await server.visitor.get('/health')).status).toBe(200);
  const stopping = server.stop();
  const health = await server.visitor.get('/health');
  expect([health.status, health.body]).toEqual([
    503,
    { status: 'stopping', message: 'This process is stopping.' },
  ]);
  call.end();
  await stopping;
});
