import { afterAll, beforeAll, expect, test } from 'vitest';
import { seededRandom } from '../../src/core/seeded-random.ts';
import { createAssistant } from '../kit/assistants.ts';
import { modeLabel } from '../kit/campaigns/carrier-modes.ts';
import { checkLedger, type LedgerEntry } from '../kit/campaigns/dial-ledger.ts';
import { wallClock } from '../kit/campaigns/local-hours.ts';
import { type SimulatedDays, startSimulation } from '../kit/campaigns/simulated-days.ts';
import { unexplainedMoney } from '../kit/ledger.ts';
import { insertNumber } from '../kit/owned-rows.ts';
import { type Answer, cloneDatabase, type TestDatabase } from '../kit/test-server.ts';

const SEED = 3;
const START = new Date('2026-03-27T06:00:00Z');
const ZONE = 'Europe/Bucharest';
const CAP = 4;
const MAX_RETRIES = 2;
const RETRY_MINUTES = 60;
const NUMBERS = 24;
const EDITS = 80;
/** A number that belongs to no country, so that it has no time zone and is never called. */
const NOWHERE = '+883510000000091';

type Hours = readonly [from: number, to: number];
const OFFICE: Hours = [9, 19];
const SOME_HOURS: readonly Hours[] = [OFFICE, [9, 10], [12, 14], [17, 20]];

const random = seededRandom(SEED);
const pick = <Thing>(things: readonly Thing[]): Thing | undefined =>
  things[Math.floor(random() * things.length)];

let database: TestDatabase;
let days: SimulatedDays;
const campaigns: number[] = [];
/** Calling hours of each campaign, each with the time from which they apply. */
const hoursSince = new Map<number, { at: Date; hours: Hours }[]>();
/** Numbers on the do-not-call list, with the time from which they may not be called. */
const listedSince = new Map<string, Date>();
/** Number of resets of each lead. */
const resets = new Map<number, number>();

beforeAll(async () => {
  database = await cloneDatabase();
  days = await startSimulation({
    connection: database.connection,
    start: START,
    seed: SEED,
    faults: 0.3,
    shares: { 'no-answer': 0.3, busy: 0.2, voicemail: 0.1, 'wrong-number': 0.06, 'opts-out': 0.06 },
  });
});
afterAll(async () => {
  await days.stop();
  await database.drop();
});

const numberAt = (index: number): string => `+40722${String(100_000 + index)}`;
/** Random secondary contacts of a lead. One of them may be the number of another lead. */
const contactsOf = (index: number): { phone_number: string }[] =>
  [numberAt(500 + index), NOWHERE, numberAt((index + 7) % NUMBERS)]
    .filter(() => random() < 0.5)
    .map((phone_number) => ({ phone_number }));

/** Advances the simulated clock until the request is answered. */
async function answered(request: Promise<Answer>): Promise<Answer> {
  const came: Answer[] = [];
  const waiting = request.then((answer) => came.push(answer));
  while (came.length === 0) {
    await days.clock.run(new Date(days.clock.now().getTime() + 20));
    await new Promise((resolve) => setImmediate(resolve));
  }
  await waiting;
  return request;
}

async function setHours(campaignId: number, hours: Hours): Promise<void> {
  const [from, to] = hours.map((hour) => String(hour).padStart(2, '0'));
  const times = { allowed_hours_start_time: `${from}:00`, allowed_hours_end_time: `${Number(to) - 1}:59` };
  const answer = await answered(days.account.put(`/user/campaign/${campaignId}`, times));
  expect(answer.status, answer.text).toBe(200);
  hoursSince.get(campaignId)?.push({ at: days.clock.now(), hours });
}

async function createCampaign(name: string): Promise<void> {
  const assistant = await createAssistant(days.account, { type: 'outbound', post_call_evaluation: false });
  const created = await days.account.post('/user/campaign', {
    name,
    assistant_id: assistant.id,
    timezone: ZONE,
    max_calls_in_parallel: CAP,
    max_retries: MAX_RETRIES,
    retry_interval: RETRY_MINUTES,
    retry_on_voicemail: true,
    mark_complete_when_no_leads: false,
  });
  const campaign_id: number = created.body.data.id;
  campaigns.push(campaign_id);
  hoursSince.set(campaign_id, []);
  await setHours(campaign_id, OFFICE);
  for (let index = 0; index < NUMBERS; index += 1) {
    const lead = { phone_number: numberAt(index), secondary_contacts: contactsOf(index) };
    const { status, text } = await days.account.post('/user/lead', { campaign_id, ...lead });
    expect(status, text).toBe(200);
  }
  const started = await days.account.post('/user/campaigns/update-status', { campaign_id, action: 'start' });
  expect(started.status, started.text).toBe(200);
}

interface Lead {
  id: number;
  campaign_id: number;
  phone_number: string;
  status: string;
  call_tries: number;
  zone_key: string;
}

const leads = (): Promise<Lead[]> =>
  days.server.database.query<Lead>(
    'select id, campaign_id, phone_number, status, call_tries, zone_key from leads order by id',
  );

/** Edits that the owner makes during campaigns. An edit that is not possible now is refused and changes nothing. */
const EDITS_OF: Record<string, (lead: Lead) => Promise<void>> = {
  'number blacklisted': async ({ phone_number }) => {
    const { status } = await answered(days.account.post('/user/blacklist', { phone_number }));
    if (status === 200) listedSince.set(phone_number, days.clock.now());
  },
  'lead called again': async ({ id }) => {
    const { status } = await answered(days.account.put(`/user/leads/${id}`, { status: 'created' }));
    if (status === 200) resets.set(id, 1 + (resets.get(id) ?? 0));
  },
  'lead closed': async ({ id }) => {
    await answered(days.account.put(`/user/leads/${id}`, { status: 'completed' }));
  },
  'contacts removed': async ({ id }) => {
    await answered(days.account.put(`/user/leads/${id}`, { secondary_contacts: [] }));
  },
  'contacts changed': async ({ id }) => {
    const secondary_contacts = contactsOf(id % NUMBERS);
    await answered(days.account.put(`/user/leads/${id}`, { secondary_contacts }));
  },
  'hours changed': ({ campaign_id }) => setHours(campaign_id, pick(SOME_HOURS) ?? OFFICE),
  'campaign stopped and started': async ({ campaign_id }) => {
    for (const action of ['stop', 'start']) {
      await answered(days.account.post('/user/campaigns/update-status', { campaign_id, action }));
    }
  },
};

test(`never calls a lead more often than its retries allow while campaigns are edited; seed ${SEED} ${modeLabel('virtual')}`, async () => {
  await insertNumber(days.account);
  for (const name of ['North', 'South']) await createCampaign(name);
  const done = new Set<string>();
  for (let edit = 0; edit < EDITS; edit += 1) {
    const minutes = 1 + 40 * random();
    await days.clock.run(new Date(days.clock.now().getTime() + minutes * 60_000));
    // Days pass within one minute of the database's clock, which would exceed the rate limit of the token.
    await days.server.database.query('delete from rate_counters');
    const kind = pick(Object.keys(EDITS_OF)) ?? '';
    const lead = pick(await leads());
    if (lead === undefined) throw new Error('There are leads.');
    await EDITS_OF[kind]?.(lead);
    done.add(kind);
  }
  expect([...done].sort()).toEqual(Object.keys(EDITS_OF).sort());
  for (const id of campaigns) await setHours(id, OFFICE);
  await days.clock.run(new Date(days.clock.now().getTime() + 7 * 24 * 3_600_000));

  const ended = await leads();
  const FINAL = ['completed', 'reached-max-retries', 'blacklisted'];
  expect(ended.filter(({ status }) => !FINAL.includes(status))).toEqual([]);
  expect(new Set(ended.map(({ status }) => status)).size).toBe(FINAL.length);
  // A lead has its own number and at most three contacts.
  const budgetOf = ({ id }: Lead): number => (1 + MAX_RETRIES) * (1 + 3) * (1 + (resets.get(id) ?? 0));
  expect(ended.filter((lead) => lead.call_tries > budgetOf(lead))).toEqual([]);

  const { ledger, server } = days;
  const calls = await server.database.query<{ attempt_id: string; campaign_id: number; lead_id: number }>(
    'select attempt_id, campaign_id, lead_id from calls',
  );
  const byAttempt = new Map(calls.map((call) => [call.attempt_id, call]));
  const campaignOf = ({ attemptId }: LedgerEntry): number => byAttempt.get(attemptId)?.campaign_id ?? 0;
  const verdict = checkLedger(ledger, {
    keyOf: (entry) => String(campaignOf(entry)),
    isAllowed: (entry) => isAllowed(entry, campaignOf(entry)),
  });
  expect(verdict).toMatchObject({
    dials: calls.length,
    repeatedAttempts: 0,
    doubleDials: 0,
    outsideHours: 0,
  });
  expect(Math.max(...verdict.maxAtOnce.values())).toBeLessThanOrEqual(CAP);
  const unwanted = ledger.filter(({ to, dialedAt }) => dialedAt > (listedSince.get(to) ?? dialedAt));
  expect(unwanted).toEqual([]);
  const refusals = ledger.filter(
    ({ behavior, answeredAt }) => behavior === 'opts-out' && answeredAt !== null,
  );
  expect(new Set(refusals.map(({ to }) => to)).size).toBe(refusals.length);
  expect(ledger.filter(({ to }) => to === NOWHERE)).toEqual([]);
  expect(await unexplainedMoney(server.database)).toEqual([]);
});

/** How long an edit may take until it is answered. */
const EDIT_MS = 60_000;

function isAllowed({ dialedAt }: LedgerEntry, campaignId: number): boolean {
  const { minute } = wallClock(dialedAt, ZONE);
  const all = hoursSince.get(campaignId) ?? [];
  const before = all.filter(({ at }) => at <= dialedAt).at(-1);
  const soon = all.find(({ at }) => at > dialedAt && at.getTime() - dialedAt.getTime() <= EDIT_MS);
  return [before, soon].some(
    (known) => known !== undefined && minute >= known.hours[0] * 60 && minute < known.hours[1] * 60,
  );
}
