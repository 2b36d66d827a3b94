import { afterEach, expect, test } from 'vitest';
import { callOnce } from '../../kit/calls.ts';
import { AT_ANY_HOUR, dialsTo, leadOnce, noAnswer, runningCampaign } from '../../kit/campaign-dials.ts';
import { type ManualClock, manualClock } from '../../kit/clocks.ts';
import { type Client, cloneDatabase, startTestServer, type TestDatabase } from '../../kit/test-server.ts';
import { type ScriptedCall, type ScriptedVoice, scriptedVoice } from '../../kit/voice/scripted-calls.ts';

let database: TestDatabase | undefined;
afterEach(() => database?.drop());

interface Talk {
  account: Client;
  clock: ManualClock;
  voice: ScriptedVoice;
  stop(): Promise<void>;
  campaignId: number;
  numbers: string[];
  callId: number;
  call: ScriptedCall;
}

/** Starts a campaign and answers the call to its only lead. */
async function talking(turnsMs = 60_000): Promise<Talk> {
  database = await cloneDatabase();
  const [voice, clock] = [scriptedVoice(), manualClock(new Date())];
  const shutdownLimits = { turnsMs, totalMs: turnsMs + 5000 };
  const server = await startTestServer({
    beside: database,
    overrides: { shutdownLimits, voice: voice.overrides, clock },
    environment: AT_ANY_HOUR,
  });
  const account = await server.account();
  const { id: campaignId, numbers } = await runningCampaign(account, { leads: 1, retry_interval: 10 });
  const [dial] = await dialsTo([voice], numbers, 1);
  if (dial === undefined) throw new Error('The number was not dialed.');
  const call = await voice.callOn(dial.answer());
  const [{ id: callId }] = (await account.get(`/user/calls?campaign_id=${campaignId}`)).body.data;
  await callOnce(account, callId, ({ status }) => status === 'in-progress');
  const stop = (): Promise<void> => server.stop();
  return { account, clock, voice, stop, campaignId, numbers, callId, call };
}

test('calls the lead again after the server stopped during the call', async () => {
  const { account, stop, campaignId, callId } = await talking(200);
  await stop();
  const next = await startTestServer({ ...(database === undefined ? {} : { beside: database }) });
  const again = next.client(account.token ?? '');
  expect(await callOnce(again, callId, ({ ended_at }) => ended_at !== null)).toMatchObject({
    status: 'completed',
    end_reason: 'The server was stopped.',
  });
  const lead = await leadOnce(again, campaignId, ({ status }) => status !== 'processing');
  await next.stop();
  expect(lead).toMatchObject({ status: 'rescheduled', call_tries: 1 });
});

test('calls the lead again after an empty balance ended the call', async () => {
  const { account, clock, voice, stop, campaignId, numbers, callId } = await talking();
  const setBalance = (amount: number) =>
    account.request('PUT', '/sandbox/balance', {
      body: JSON.stringify({ amount }),
      headers: { 'content-type': 'application/json' },
    });
  await setBalance(0);
  clock.advance(61_001);
  expect(await callOnce(account, callId, ({ ended_at }) => ended_at !== null)).toMatchObject({
    status: 'completed',
    end_reason: 'The account balance is used up.',
  });
  await leadOnce(account, campaignId, ({ status }) => status === 'rescheduled');
  await setBalance(10);
  clock.advance(11 * 60_000);
  const [, dial] = await dialsTo([voice], numbers, 2);
  dial?.tell(noAnswer);
  await stop();
});

test('does not call the lead again after a hang-up by the account or the callee', async () => {
  const first = await talking();
  await first.account.post(`/user/calls/${first.callId}/hang-up`);
  await leadOnce(first.account, first.campaignId, ({ status }) => status === 'completed');
  await first.stop();
  await database?.drop();
  const second = await talking(200);
  second.call.end({ status: 'ended_by_customer', reason: 'the customer hung up' });
  await second.stop();
  const next = await startTestServer({ ...(database === undefined ? {} : { beside: database }) });
  await leadOnce(
    next.client(second.account.token ?? ''),
    second.campaignId,
    ({ status }) => status === 'completed',
  );
  await next.stop();
});
