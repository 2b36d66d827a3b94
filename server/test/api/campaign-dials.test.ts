import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  AT_ANY_HOUR,
  busy,
  campaignOnce,
  dialsTo,
  invalidNumber,
  leadOnce,
  leadsOf,
  noAnswer,
  runningCampaign,
} from '../kit/campaign-dials.ts';
import { callOnce, mobileNumber, outboundAssistant } from '../kit/calls.ts';
import { createCampaign, createLead, setStatus } from '../kit/campaigns.ts';
import { type ManualClock, manualClock } from '../kit/clocks.ts';
import { eventually } from '../kit/eventually.ts';
import { type Client, startTestServer, type TestServer } from '../kit/test-server.ts';
import { customerSays, type ScriptedVoice, scriptedVoice } from '../kit/voice/scripted-calls.ts';

let server: TestServer;
let voice: ScriptedVoice;
let clock: ManualClock;
let account: Client;

beforeAll(async () => {
  voice = scriptedVoice();
  clock = manualClock(new Date());
  server = await startTestServer({
    overrides: { voice: voice.overrides, clock },
    environment: { ...AT_ANY_HOUR, PARLEY_MAX_CALLS: '200' },
  });
});
afterAll(() => server.stop());
beforeEach(async () => {
  account = await server.account();
});

const MINUTE_MS = 60_000;

test('a campaign calls as many at a time as it may, then the next, and is completed after the last', async () => {
  const { id, numbers } = await runningCampaign(account, { leads: 5, max_calls_in_parallel: 2 });
  const first = await dialsTo([voice], numbers, 2);
  expect(first.map(({ request }) => request.to)).toEqual(numbers.slice(0, 2));
  expect((await leadsOf(account, id)).map(({ status }) => status)).toEqual([
    ...['processing', 'processing'],
    ...['created', 'created', 'created'],
  ]);
  for (let count = 0; count < 5; count += 1) {
    const dials = await dialsTo([voice], numbers, Math.min(5, count + 2));
    expect(dials).toHaveLength(Math.min(5, count + 2));
    const dial = dials[count];
    if (dial === undefined) throw new Error('It was not dialled.');
    const call = await voice.callOn(dial.answer());
    call.end({ status: 'ended_by_customer', answeredBy: 'human' });
  }
  const done = await campaignOnce(account, id, ({ status }) => status === 'completed');
  expect(done).toMatchObject({ stop_reason: null, completed_at: expect.any(String) });
  const leads = await leadsOf(account, id);
  expect(leads.map(({ status, call_tries }) => [status, call_tries])).toEqual(
    numbers.map(() => ['completed', 1]),
  );
  const { body } = await account.get(`/user/calls?campaign_id=${id}`);
  expect(body.total).toBe(5);
  expect(body.data[0]).toMatchObject({ campaign_name: done.name, type: 'outbound' });
});
