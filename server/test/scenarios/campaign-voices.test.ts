import { afterEach, beforeEach, expect, test } from 'vitest';
import { SEEN } from '../../src/compose/voice-routes.ts';
import type { LogFields } from '../../src/core/log.ts';
import {
  BEHAVIORS,
  type Behavior,
  seededBehaviors,
} from '../../src/telephony/simulated/seeded-population.ts';
import { outboundAssistant } from '../kit/calls.ts';
import { AT_ANY_HOUR } from '../kit/campaign-dials.ts';
import { modeLabel } from '../kit/campaigns/carrier-modes.ts';
import { checkLedger, type LedgerEntry } from '../kit/campaigns/dial-ledger.ts';
import { eventually } from '../kit/eventually.ts';
import { silentLog } from '../kit/silent-log.ts';
import { type Answer, type Client, startTestServer, type TestServer } from '../kit/test-server.ts';

/** With this seed, the dialed numbers cover nine kinds of sandbox people. */
const SEED = 2147;

let server: TestServer;
let account: Client;
/** Call events that the sandbox carrier logged. */
let sights: LogFields[];
beforeEach(async () => {
  sights = [];
  server = await startTestServer({
    environment: { ...AT_ANY_HOUR, PARLEY_SANDBOX_POPULATION: String(SEED) },
    log: { ...silentLog, debug: (fields, message) => void (message === SEEN && sights.push(fields)) },
  });
  account = await server.account();
});
afterEach(() => server.stop());

/** Expected lead status and call outcome for each kind of person. */
const PEOPLE: Record<Exclude<Behavior, 'full-mailbox'>, { becomes: string; outcome: string }> = {
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

/**
 * Expected state for a full mailbox: it hangs up after its announcement, often too early to be recognized as a machine.
 */
const AN_ANNOUNCEMENT = [
  expect.stringMatching(/^(completed|rescheduled)$/),
  expect.stringMatching(/^(answered|machine)$/),
];

const numberOf = (ending: string): string => `+407210001${ending}`;

/** Calls all numbers in a campaign and returns the leads once each has an outcome. */
async function called(
  phoneNumbers: readonly string[],
  fields: { ringing_time: number; max_calls_in_parallel: number },
): Promise<{ campaignId: number; leads: Answer['body'][] }> {
  const { ringing_time, max_calls_in_parallel } = fields;
  const { id: assistant_id } = await outboundAssistant(account, {
    record: true,
    post_call_evaluation: false,
    end_call_on_voicemail: true,
    ringing_time,
    max_initial_silence_duration: 25,
    initial_message:
      'Hello, this is the mill about the flour that you have ordered. Shall we bring it on Monday?',
  });
  const created = await account.post('/user/campaign', {
    name: 'Flour',
    assistant_id,
    max_calls_in_parallel,
    retry_on_voicemail: true,
  });
  const campaign_id: number = created.body.data.id;
  for (const phone_number of phoneNumbers) {
    expect((await account.post('/user/lead', { campaign_id, phone_number })).status).toBe(200);
  }
  const started = await account.post('/user/campaigns/update-status', { campaign_id, action: 'start' });
  expect(started.status, started.text).toBe(200);
  const leads = await eventually(
    async () => (await account.get(`/user/leads?campaign_id=${campaign_id}&per_page=100`)).body.data,
    (all) => all.every(({ last_outcome }: { last_outcome: string | null }) => last_outcome !== null),
    200_000,
  );
  return { campaignId: campaign_id, leads };
}

/** Actual and expected state of a lead after one call. */
const standing = ({ phone_number, status, last_outcome, call_tries }: Answer['body']) => [
  phone_number,
  status,
  last_outcome,
  call_tries,
];
const expected = (phoneNumber: string, behavior: string) => {
  const person = isKnown(behavior) ? PEOPLE[behavior] : null;
  return [phoneNumber, ...(person === null ? AN_ANNOUNCEMENT : [person.becomes, person.outcome]), 1];
};

test(`a campaign talks with each kind of sandbox person and records the expected outcome ${modeLabel('media')}`, async () => {
  const { leads } = await called(Object.values(BEHAVIORS).map(numberOf), {
    ringing_time: 6,
    max_calls_in_parallel: 3,
  });
  const all = Object.entries(BEHAVIORS).map(([behavior, ending]) => expected(numberOf(ending), behavior));
  expect(leads.map(standing).sort(byNumber)).toEqual(all.sort(byNumber));
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

test(`reported outcomes of random people match the carrier's ledger ${modeLabel('media')}`, async () => {
  // None of these numbers has a fixed behavior in the sandbox.
  const numbers = Array.from({ length: 14 }, (_, index) => numberOf(String(20 + index)));
  const drawn = seededBehaviors({ seed: SEED });
  const people = new Map(numbers.map((number) => [number, drawn(number)]));
  expect(new Set(people.values()).size).toBe(9);
  const { campaignId, leads } = await called(numbers, { ringing_time: 15, max_calls_in_parallel: 4 });
  const all = [...people].map(([number, behavior]) => expected(number, behavior));
  expect(leads.map(standing).sort(byNumber)).toEqual(all.sort(byNumber));

  const ledger = ledgerOf(sights, people);
  const verdict = checkLedger(ledger, { keyOf: () => 'all', isAllowed: () => true });
  expect(verdict).toMatchObject({ dials: numbers.length, repeatedAttempts: 0, doubleDials: 0 });
  expect(verdict.maxAtOnce.get('all')).toBeLessThanOrEqual(4);
  expect(ledger.filter(({ endedAt }) => endedAt === null)).toEqual([]);
  const { body: calls } = await account.get(`/user/calls?campaign_id=${campaignId}&per_page=100`);
  const wasAnswered = await Promise.all(
    calls.data.map(async ({ id, client_phone_number }: Answer['body']) => {
      const { body } = await account.get(`/user/calls/${id}`);
      return [client_phone_number, body.answered_at !== null];
    }),
  );
  const asSeen = ledger.map(({ to, answeredAt }) => [to, answeredAt !== null]);
  expect(wasAnswered.sort(byNumber)).toEqual(asSeen.sort(byNumber));
});

/** One ledger entry for each call that the carrier saw. */
function ledgerOf(seen: readonly LogFields[], people: ReadonlyMap<string, Behavior>): LedgerEntry[] {
  const dialed = seen.filter(({ type }) => type === 'dialed');
  const whenOf = (attemptId: unknown, type: string): Date | null => {
    const at = seen.find((sight) => sight['attemptId'] === attemptId && sight['type'] === type)?.['at'];
    return at instanceof Date ? at : null;
  };
  return dialed.map(({ attemptId, phone, at }) => ({
    attemptId: String(attemptId),
    to: String(phone),
    behavior: people.get(String(phone)) ?? 'talks',
    dialedAt: at instanceof Date ? at : new Date(Number.NaN),
    answeredAt: whenOf(attemptId, 'answered'),
    endedAt: whenOf(attemptId, 'ended'),
    fault: null,
  }));
}

const byNumber = ([one]: unknown[], [other]: unknown[]): number => String(one).localeCompare(String(other));

function isKnown(name: string): name is keyof typeof PEOPLE {
  return Object.hasOwn(PEOPLE, name);
}
