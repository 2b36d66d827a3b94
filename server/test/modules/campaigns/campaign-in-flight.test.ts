import { afterAll, beforeAll, expect, test } from 'vitest';
import { IN_FLIGHT_MS } from '../../../src/modules/campaigns/dialing/await-in-flight.ts';
import { noAnswer, runningCampaign } from '../../kit/campaign-dials.ts';
import { setStatus } from '../../kit/campaigns.ts';
import { type ManualClock, manualClock } from '../../kit/clocks.ts';
import { eventually } from '../../kit/eventually.ts';
import { type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';
import { type ScriptedVoice, scriptedVoice } from '../../kit/voice/scripted-calls.ts';

let server: TestServer;
let voice: ScriptedVoice;
let clock: ManualClock;
let account: Client;

beforeAll(async () => {
  voice = scriptedVoice();
  clock = manualClock(new Date('2026-03-02T12:00:00Z'));
  server = await startTestServer({
    overrides: { voice: voice.overrides, clock },
    environment: { PARLEY_CALLING_HOURS: '0:00-24:00', PARLEY_CALLS_PER_SECOND: 'sandbox=20' },
  });
  account = await server.account();
});
afterAll(async () => {
  for (const dial of voice.dials) dial.tell(noAnswer);
  await server.stop();
});

interface About {
  id: number;
  number: string;
}

/** Number of campaigns that are stopped or deleted, and numbers that are blacklisted. */
const effects = async ({ id, number }: About): Promise<number> => {
  const { status, body } = await account.get(`/user/campaign/${id}`);
  const listed = await account.get(`/user/blacklist?phone_number=${encodeURIComponent(number)}`);
  return (status === 404 || body.data.status === 'stopped' ? 1 : 0) + listed.body.total;
};

test.each<[string, (about: About) => Promise<{ status: number }>]>([
  ['stops a campaign', ({ id }) => setStatus(account, id, 'stop')],
  ['deletes a campaign', ({ id }) => account.delete(`/user/campaign/${id}`)],
  ['blacklists a number', ({ number }) => account.post('/user/blacklist', { phone_number: number })],
])('a request that %s is answered when calls claimed before it have been dialed', async (_name, send) => {
  const { id } = await runningCampaign(account, { leads: 2 });
  // The second call is claimed, and waits for its slot of the rate limit.
  const [waiting] = await eventually(
    async () => (await account.get(`/user/calls?campaign_id=${id}`)).body.data,
    (calls) => calls.length === 2,
  );
  const about = { id, number: waiting.client_phone_number };
  let status = 0;
  const answered = send(about).then((answer) => {
    status = answer.status;
  });
  await eventually(
    () => effects(about),
    (count) => count === 1,
  );
  // A later request is answered first.
  await account.get('/user/me');
  clock.advance(IN_FLIGHT_MS - 1);
  await account.get('/user/me');
  expect(status).toBe(0);
  clock.advance(1);
  await answered;
  expect(status).toBe(200);
});
