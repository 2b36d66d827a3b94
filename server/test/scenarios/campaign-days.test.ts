import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAssistant } from '../kit/assistants.ts';
import { modeLabel } from '../kit/campaigns/carrier-modes.ts';
import { checkLedger, type LedgerEntry } from '../kit/campaigns/dial-ledger.ts';
import { wallClock } from '../kit/campaigns/local-hours.ts';
import { QUICK_FAULTS } from '../kit/campaigns/quick-carrier.ts';
import { type SimulatedDays, startSimulation } from '../kit/campaigns/simulated-days.ts';
import { unexplainedMoney } from '../kit/ledger.ts';
import { insertNumber } from '../kit/owned-rows.ts';
import { cloneDatabase, type TestDatabase } from '../kit/test-server.ts';

/** The last Friday of winter time in Europe. The clocks go forward early on the following Sunday. */
const START = new Date('2026-03-27T05:00:00Z');
const END = new Date('2026-04-10T00:00:00Z');
const CAP = 3;
const LEADS_EACH = 40;
const MAX_RETRIES = 3;
const [OPENS, CLOSES] = [9 * 60 + 30, 17 * 60];
const DAYS = ['monday', 'tuesday', 'wednesday', 'friday', 'saturday', 'sunday'];

/** Time zones of the called prefixes. Expectations use the runtime's time zone data, not the product's rules. */
const PLACES = [
  { prefix: '+407220', zone: 'Europe/Bucharest' },
  { prefix: '+44207946', zone: 'Europe/London' },
  { prefix: '+1212555', zone: 'America/New_York' },
  // Calling hours there start after the campaign's hours end, so these numbers are never called.
  { prefix: '+1310555', zone: 'America/Los_Angeles' },
  { prefix: '+9111245', zone: 'Asia/Kolkata' },
];

let database: TestDatabase;
let days: SimulatedDays;
beforeAll(async () => {
  database = await cloneDatabase();
  days = await startSimulation({
    connection: database.connection,
    start: START,
    seed: 11,
    faults: 0.2,
    shares: { 'no-answer': 0.3, voicemail: 0.15, busy: 0.1, 'wrong-number': 0.05, 'opts-out': 0.1 },
  });
});
afterAll(async () => {
  await days.stop();
  await database.drop();
});

const leadNumber = (place: number, index: number): string => {
  const { prefix } = PLACES[place] ?? { prefix: '' };
  const digits = prefix.startsWith('+1') ? 4 : prefix.startsWith('+44') ? 4 : 5;
  return `${prefix}${String(index).padStart(digits, '0')}`;
};

async function createCampaign(name: string): Promise<number> {
  const { account } = days;
  const assistant = await createAssistant(account, { type: 'outbound', post_call_evaluation: false });
  const { body, status, text } = await account.post('/user/campaign', {
    name,
    assistant_id: assistant.id,
    timezone: 'Europe/Bucharest',
    max_calls_in_parallel: CAP,
    allowed_hours_start_time: '09:30',
    allowed_hours_end_time: '16:59',
    allowed_days: DAYS,
    max_retries: MAX_RETRIES,
    retry_interval: 180,
    retry_on_voicemail: true,
  });
  expect(status, text).toBe(201);
  return body.data.id;
}

test(`a two-week campaign across a clock change calls within its hours and retry limits, and ends ${modeLabel('virtual')}`, async () => {
  const { account, clock, ledger, server } = days;
  await insertNumber(account);
  const campaigns = [await createCampaign('North'), await createCampaign('South')];
  for (const [turn, campaign_id] of campaigns.entries()) {
    for (let index = 0; index < LEADS_EACH; index += 1) {
      const phone_number = leadNumber(index % PLACES.length, turn * 1000 + index);
      const { status, text } = await account.post('/user/lead', { campaign_id, phone_number });
      expect(status, text).toBe(200);
    }
    const started = await account.post('/user/campaigns/update-status', { campaign_id, action: 'start' });
    expect(started.status, started.text).toBe(200);
  }
  const states = async () =>
    (await account.get('/user/campaigns')).body.map(({ status }: { status: string }) => status);
  await clock.run(END);
  expect(await states()).toEqual(['completed', 'completed']);

  const calls = await server.database.query<{ attempt_id: string; campaign_id: number; lead_id: number }>(
    'select attempt_id, campaign_id, lead_id from calls',
  );
  const byAttempt = new Map(calls.map((call) => [call.attempt_id, call]));
  const verdict = checkLedger(ledger, {
    keyOf: ({ attemptId }) => String(byAttempt.get(attemptId)?.campaign_id),
    isAllowed,
  });
  expect(verdict).toMatchObject({
    dials: calls.length,
    repeatedAttempts: 0,
    doubleDials: 0,
    outsideHours: 0,
  });
  expect(Math.max(...verdict.maxAtOnce.values())).toBe(CAP);
  const faults = new Set(ledger.map(({ fault }) => fault));
  expect([...QUICK_FAULTS, null].filter((fault) => !faults.has(fault))).toEqual([]);
  // The calls are on more than three days, so some are after the clock change.
  expect(new Set(ledger.map(({ dialedAt }) => dialedAt.toISOString().slice(0, 10))).size).toBeGreaterThan(3);

  const leads = await server.database.query<{ status: string; call_tries: number; phone_number: string }>(
    'select status, call_tries, phone_number from leads',
  );
  expect(leads).toHaveLength(2 * LEADS_EACH);
  const isFinal = ({ status }: { status: string }) =>
    ['completed', 'reached-max-retries', 'blacklisted'].includes(status);
  const waiting = leads.filter((lead) => !isFinal(lead));
  expect(waiting).toHaveLength((2 * LEADS_EACH) / PLACES.length);
  expect(
    waiting.every(({ phone_number, call_tries }) => phone_number.startsWith('+1310') && call_tries === 0),
  ).toBe(true);
  expect(Math.max(...leads.map(({ call_tries }) => call_tries))).toBeLessThanOrEqual(1 + MAX_RETRIES);
  expect(new Set(leads.filter(isFinal).map(({ status }) => status)).size).toBe(3);
  expect(await unexplainedMoney(server.database)).toEqual([]);
});

function isAllowed({ to, dialedAt }: LedgerEntry): boolean {
  const zone = PLACES.find(({ prefix }) => to.startsWith(prefix))?.zone ?? '';
  const campaign = wallClock(dialedAt, 'Europe/Bucharest');
  const called = wallClock(dialedAt, zone);
  const isOpen = campaign.minute >= OPENS && campaign.minute < CLOSES && DAYS.includes(campaign.weekday);
  return isOpen && called.minute >= 8 * 60 && called.minute < 21 * 60;
}
