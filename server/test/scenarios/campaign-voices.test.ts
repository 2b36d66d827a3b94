import { afterAll, beforeAll, expect, test } from 'vitest';
import { outboundAssistant } from '../kit/calls.ts';
import { AT_ANY_HOUR } from '../kit/campaign-dials.ts';
import { eventually } from '../kit/eventually.ts';
import { type Client, startTestServer, type TestServer } from '../kit/test-server.ts';

let server: TestServer;
let account: Client;
beforeAll(async () => {
  server = await startTestServer({ environment: AT_ANY_HOUR });
  account = await server.account();
});
afterAll(() => server.stop());

/** Numbers of the sandbox: what they do, and what becomes of their leads. */
const PEOPLE = [
  { phone_number: '+40721000101', does: 'is busy', becomes: 'rescheduled', outcome: 'busy' },
  { phone_number: '+40721000103', does: 'is a voicemail', becomes: 'rescheduled', outcome: 'machine' },
  {
    phone_number: '+40721000105',
    does: 'does not exist',
    becomes: 'reached-max-retries',
    outcome: 'invalid-number',
  },
  { phone_number: '+40721000107', does: 'hangs up midway', becomes: 'completed', outcome: 'answered' },
  { phone_number: '+40721000114', does: 'wants no more calls', becomes: 'blacklisted', outcome: 'opted-out' },
];

test('a campaign over the sandbox speaks with people, and hears what they make of it', async () => {
  const { id: assistant_id } = await outboundAssistant(account, {
    ...{ record: true, post_call_evaluation: false, end_call_on_voicemail: true },
    initial_message:
      'Hello, this is the mill about the flour that you have ordered. Shall we bring it on Monday?',
  });
  const created = await account.post('/user/campaign', {
    ...{ name: 'Flour', assistant_id, max_calls_in_parallel: PEOPLE.length, retry_on_voicemail: true },
  });
  const campaign_id: number = created.body.data.id;
  for (const { phone_number } of PEOPLE) {
    expect((await account.post('/user/lead', { campaign_id, phone_number })).status).toBe(200);
  }
  const started = await account.post('/user/campaigns/update-status', { campaign_id, action: 'start' });
  expect(started.status, started.text).toBe(200);
  const leads = await eventually(
    async () => (await account.get(`/user/leads?campaign_id=${campaign_id}`)).body.data,
    (all) => all.every(({ last_outcome }: { last_outcome: string | null }) => last_outcome !== null),
    90_000,
  );
  const seen = new Map(leads.map((lead: { phone_number: string }) => [lead.phone_number, lead]));
  for (const { phone_number, becomes: status, outcome: last_outcome } of PEOPLE) {
    expect(seen.get(phone_number)).toMatchObject({ status, last_outcome, call_tries: 1 });
  }
  const spoken = (await account.get('/user/calls?phone_number=40721000107')).body.data[0];
  expect(spoken.transcript[0]).toMatchObject({ sender: 'bot', text: expect.stringContaining('the mill') });
  expect(spoken.recording_url).toEqual(expect.any(String));
  expect(spoken.campaign_name).toBe('Flour');
  const { body: list } = await account.get('/user/blacklist');
  expect(list.data.map((entry: { phone_number: string }) => entry.phone_number)).toEqual(['+40721000114']);
}, 120_000);
