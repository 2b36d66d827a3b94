import { afterEach, beforeEach, expect, test } from 'vitest';
import { BEHAVIOURS, type Behaviour } from '../../src/telephony/simulated/seeded-population.ts';
import { outboundAssistant } from '../kit/calls.ts';
import { AT_ANY_HOUR } from '../kit/campaign-dials.ts';
import { modeLabel } from '../kit/campaigns/carrier-modes.ts';
import { eventually } from '../kit/eventually.ts';
import { type Answer, type Client, startTestServer, type TestServer } from '../kit/test-server.ts';

let server: TestServer;
let account: Client;
beforeEach(async () => {
  server = await startTestServer({ environment: AT_ANY_HOUR });
  account = await server.account();
});
afterEach(() => server.stop());

/** One number of the sandbox for every person of the population: what becomes of their leads. */
const PEOPLE: Record<Exclude<Behaviour, 'full-mailbox'>, { becomes: string; outcome: string }> = {
  talks: { becomes: 'completed', outcome: 'answered' },
  busy: { becomes: 'rescheduled', outcome: 'busy' },
  'no-answer': { becomes: 'rescheduled', outcome: 'no-answer' },
  voicemail: { becomes: 'rescheduled', outcome: 'machine' },
  declines: { becomes: 'rescheduled', outcome: 'busy' },
  'wrong-number': { becomes: 'reached-max-retries', outcome: 'invalid-number' },
  'carrier-error': { becomes: 'rescheduled', outcome: 'failed' },
  'hangs-up-midway': { becomes: 'completed', outcome: 'answered' },
  'silent-person': { becomes: 'completed', outcome: 'answered' },
  'opts-out': { becomes: 'blacklisted', outcome: 'opted-out' },
};

/** A full mailbox hangs up behind its announcement, often before that can be told from a short talk. */
const AN_ANNOUNCEMENT = [
  expect.stringMatching(/^(completed|rescheduled)$/),
  expect.stringMatching(/^(answered|machine)$/),
];

const numberOf = (ending: string): string => `+407210001${ending}`;

test(`a campaign speaks with people, and hears what they make of it ${modeLabel('media')}`, async () => {
  const { id: assistant_id } = await outboundAssistant(account, {
    ...{ record: true, post_call_evaluation: false, end_call_on_voicemail: true },
    ...{ ringing_time: 6, max_initial_silence_duration: 25 },
    initial_message:
      'Hello, this is the mill about the flour that you have ordered. Shall we bring it on Monday?',
  });
  const created = await account.post('/user/campaign', {
    ...{
      name: 'Flour',
      assistant_id,
      max_calls_in_parallel: 3,
      retry_on_voicemail: true,
    },
  });
  const campaign_id: number = created.body.data.id;
  for (const phone_number of Object.values(BEHAVIOURS).map(numberOf)) {
    expect((await account.post('/user/lead', { campaign_id, phone_number })).status).toBe(200);
  }
  const started = await account.post('/user/campaigns/update-status', { campaign_id, action: 'start' });
  expect(started.status, started.text).toBe(200);
  const leads = await eventually(
    async () => (await account.get(`/user/leads?campaign_id=${campaign_id}&per_page=100`)).body.data,
    (all) => all.every(({ last_outcome }: { last_outcome: string | null }) => last_outcome !== null),
    200_000,
  );
  const came = leads.map(({ phone_number, status, last_outcome, call_tries }: Answer['body']) => [
    ...[phone_number, status, last_outcome, call_tries],
  ]);
  const expected = Object.entries(BEHAVIOURS).map(([behaviour, ending]) => {
    const person = isKnown(behaviour) ? PEOPLE[behaviour] : null;
    return [numberOf(ending), ...(person === null ? AN_ANNOUNCEMENT : [person.becomes, person.outcome]), 1];
  });
  expect(came.sort(byNumber)).toEqual(expected.sort(byNumber));
  const spoken = (await account.get('/user/calls?phone_number=40721000107')).body.data[0];
  expect(spoken.transcript.slice(0, 2)).toMatchObject([
    { sender: 'human', text: 'Hello?' },
    { sender: 'bot', text: expect.stringContaining('the mill') },
  ]);
  expect(spoken.recording_url).toEqual(expect.any(String));
  expect(spoken.campaign_name).toBe('Flour');
  const { body: list } = await account.get('/user/blacklist');
  expect(list.data.map((entry: { phone_number: string }) => entry.phone_number)).toEqual(['+40721000114']);
});

const byNumber = ([one]: unknown[], [other]: unknown[]): number => String(one).localeCompare(String(other));

function isKnown(name: string): name is keyof typeof PEOPLE {
  return Object.hasOwn(PEOPLE, name);
}
