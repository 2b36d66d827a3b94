import { afterEach, beforeEach, expect, test } from 'vitest';
import { createAssistant } from '../kit/assistants.ts';
import { modeLabel } from '../kit/campaigns/carrier-modes.ts';
import type { LedgerEntry } from '../kit/campaigns/dial-ledger.ts';
import { type Death, runStorm, stormSize } from '../kit/campaigns/dialer-storm.ts';
import { wallClock } from '../kit/campaigns/local-hours.ts';
import type { CarrierEntry } from '../kit/campaigns/sip-carrier.process.ts';
import { asLedger, type SipCarrier, startSipCarrier } from '../kit/campaigns/sip-carrier.ts';
import { checkStorm } from '../kit/campaigns/storm-verdict.ts';
import { type Client, startTestServer, type TestServer } from '../kit/test-server.ts';

const SEED = 7;
const LEADS = Math.ceil(stormSize.leads / stormSize.campaigns);
/** One campaign has additional leads on the other side of the earth, where it is outside the legal hours. */
const SLEEPERS = 10;
/** Shorter than the API allows, so that retries happen during the storm. */
const RETRY_MINUTES = 1;
/** The hours of one campaign end during the storm, 30 to 90 seconds after all dialers are up. */
const OPEN_MS = 30_000;
const CLOSING = stormSize.campaigns - 1;
const TIMEOUT_MS = 300_000 + stormSize.leads * 180;

const hourIn = (zone: string): number => Math.floor(wallClock(new Date(), zone).minute / 60);
/** Opposite sides of the earth. It stays day for hours at the one chosen as AWAKE. */
const ROMANIA = { zone: 'Europe/Bucharest', prefix: '+4072' };
const NEW_ZEALAND = { zone: 'Pacific/Auckland', prefix: '+6421' };
const isDay = hourIn(ROMANIA.zone) >= 5 && hourIn(ROMANIA.zone) < 20;
const [AWAKE, ASLEEP] = isDay ? [ROMANIA, NEW_ZEALAND] : [NEW_ZEALAND, ROMANIA];

/** Legal hours that cover only the awake side. */
const HOURS = [Math.max(0, hourIn(AWAKE.zone) - 4), Math.min(24, hourIn(AWAKE.zone) + 5)] as const;
/** Set for every process, because starting a campaign checks them too. */
const PARLEY_CALLING_HOURS = `${HOURS[0]}:00-${HOURS[1]}:00`;

/** @param lastMinute last minute of the day for the campaign whose hours end */
function isAllowed({ to, dialedAt }: LedgerEntry, lastMinute: number): boolean {
  const { zone } = to.startsWith(AWAKE.prefix) ? AWAKE : ASLEEP;
  const { minute } = wallClock(dialedAt, zone);
  if (to.startsWith(numbersOf(CLOSING)) && minute > lastMinute) return false;
  return minute >= HOURS[0] * 60 && minute < HOURS[1] * 60;
}

let carrier: SipCarrier;
/** A server that is not killed and does not dial; it serves the API and runs background jobs. */
let survivor: TestServer;
let account: Client;

beforeEach(async () => {
  carrier = await startSipCarrier({
    seed: SEED,
    shares: {
      'no-answer': 0.1,
      busy: 0.1,
      voicemail: 0.08,
      'hangs-up-midway': 0.05,
      declines: 0.03,
      'wrong-number': 0.05,
      'carrier-error': 0.05,
      'full-mailbox': 0.02,
      'opts-out': 0.02,
      'silent-person': 0.01,
    },
    // Longer than answering machine detection takes.
    ringMs: 150,
    ringSpreadMs: 250,
    talkMs: 5500,
    talkSpreadMs: 2000,
    // A process may die just after an unrecorded dial; the carrier's timers end that call, and are shorter than the
    // detection of a dead process.
    t1Ms: 10,
    patienceMs: 1300,
    faults: 0.05,
    faultKinds: ['repeats', 'late-copies', 'rings-late', 'loses-invite', 'loses-answer'],
  });
  survivor = await startTestServer({
    environment: {
      PARLEY_ROLE: 'worker',
      DATABASE_URL: 'postgres://elsewhere/parley',
      PARLEY_RATE_LIMIT: '1000000',
      PARLEY_INITIAL_BALANCE: '10000',
      PARLEY_CALLING_HOURS,
    },
  });
  account = await survivor.account();
});
afterEach(async () => {
  await survivor.stop();
  await carrier.close();
});

const numbersOf = (campaign: number, { prefix } = AWAKE): string => `${prefix}${100 + campaign}`;
const leadNumber = (campaign: number, index: number, place = AWAKE): string =>
  `${numbersOf(campaign, place)}${String(index).padStart(4, '0')}`;

async function createCampaign(campaign: number): Promise<number> {
  const trunk = await account.post('/user/phone-numbers/sip-trunks', {
    sip_trunk_type: 'number',
    phone_number: `+4031100000${campaign}`,
    sip_address: `127.0.0.1:${carrier.port}`,
    inbound_authorization_type: 'ip',
    allowed_inbound_ips: ['127.0.0.0/8'],
  });
  const assistant = await createAssistant(account, {
    type: 'outbound',
    post_call_evaluation: false,
    ringing_time: 1,
  });
  const { body, text, status } = await account.post('/user/campaign', {
    name: `Storm ${campaign}`,
    assistant_id: assistant.id,
    // One at a time, so that its hours end before it has called all its leads.
    max_calls_in_parallel: campaign === CLOSING ? 1 : stormSize.cap,
    max_retries: stormSize.maxRetries,
    retry_interval: 10,
    phone_number_ids: [trunk.body.data.id],
  });
  expect(status, text).toBe(201);
  const campaign_id: number = body.data.id;
  if (campaign !== CLOSING) {
    const speedUp = 'update campaigns set retry_interval = $2 where id = $1';
    await survivor.database.query(speedUp, [campaign_id, RETRY_MINUTES]);
  }
  const add = async (lead: Record<string, unknown>): Promise<void> => {
    const answer = await account.post('/user/lead', { campaign_id, ...lead });
    expect(answer.status, answer.text).toBe(200);
  };
  for (let index = 0; index < LEADS; index += 1) {
    const secondary_contacts = index % 10 === 0 ? [{ phone_number: leadNumber(campaign, 5000 + index) }] : [];
    await add({ phone_number: leadNumber(campaign, index), secondary_contacts });
  }
  const sleepers = campaign === 0 ? SLEEPERS : 0;
  for (let index = 0; index < sleepers; index += 1) {
    await add({ phone_number: leadNumber(campaign, index, ASLEEP) });
  }
  return campaign_id;
}

/** @returns the last minute of its calling hours in local time */
async function closeSoon(campaignId: number): Promise<number> {
  const lastMinute = wallClock(new Date(Date.now() + OPEN_MS), AWAKE.zone).minute;
  const time = (minute: number): string =>
    [Math.floor(minute / 60) % 24, minute % 60].map((part) => String(part).padStart(2, '0')).join(':');
  const { status, text } = await account.put(`/user/campaign/${campaignId}`, {
    timezone: AWAKE.zone,
    allowed_hours_start_time: time(HOURS[0] * 60),
    allowed_hours_end_time: time(lastMinute),
  });
  expect(status, text).toBe(200);
  return lastMinute;
}

const SIZE = `${stormSize.leads} leads, of 10,000 with STORM_LEADS=10000`;

test(
  `randomly killed dialers lose no lead and call none twice, too often or outside its hours; ${SIZE} ${modeLabel('signaling')}`,
  async () => {
    const campaigns = await Promise.all(
      Array.from({ length: stormSize.campaigns }, (_, index) => createCampaign(index)),
    );
    const closing = campaigns[CLOSING] ?? expect.fail('There are campaigns.');
    let lastMinute = Number.NaN;
    for (const campaign_id of campaigns) {
      const started = await account.post('/user/campaigns/update-status', { campaign_id, action: 'start' });
      expect(started.status, started.text).toBe(200);
    }
    const isCallable = `phone_number like '${AWAKE.prefix}%' and campaign_id <> ${closing}`;
    const deaths = await runStorm({
      server: survivor,
      dialers: 3,
      seed: SEED,
      timeoutMs: TIMEOUT_MS,
      isCallable,
      busyPorts: async () =>
        (await carrier.ledger())
          .filter(({ answeredAtMs, endedAtMs }) => answeredAtMs !== null && endedAtMs === null)
          .map(({ fromPort }) => fromPort),
      began: async () => {
        lastMinute = await closeSoon(closing);
      },
      environment: {
        PARLEY_CALLING_HOURS,
        PARLEY_CALLS_PER_SECOND: 'sip=off',
        PARLEY_RATE_LIMIT: '1000000',
      },
    });
    const entries = await carrier.ledger();
    const rules = {
      ...stormSize,
      retryMs: RETRY_MINUTES * 60_000,
      isCallable,
      isAllowed: (entry: LedgerEntry) => isAllowed(entry, lastMinute),
    };
    const verdict = await checkStorm(survivor.database, asLedger(entries), rules);
    report({ deaths, entries, verdict });
    expect(verdict).toEqual({
      outsideHours: 0,
      duplicates: 0,
      overTheCap: 0,
      lost: 0,
      unknown: 0,
      unseen: 0,
      overBudget: 0,
      completedUnheard: 0,
      unexplainedMoney: 0,
    });
    expect(deaths.length).toBeGreaterThan(1);
    expect(entries.some(({ endedBy }) => endedBy === 'other')).toBe(true);

    // No one was called at night, and only leads with ended hours still wait.
    const asleep = await survivor.database.query(
      `select status, call_tries from leads where phone_number like '${ASLEEP.prefix}%'`,
    );
    expect(asleep).toEqual(Array.from({ length: SLEEPERS }, () => ({ status: 'created', call_tries: 0 })));
    const states = await Promise.all(campaigns.map((id) => account.get(`/user/campaign/${id}`)));
    const [waiting, ...over] = states.map(({ body }) => body.data.status);
    expect([waiting, ...new Set(over)]).toEqual(['in-progress', 'completed', 'in-progress']);
    expect(over.at(-1)).toBe('in-progress');
    // This campaign called until its hours ended; its other leads still wait.
    expect(entries.some(({ to }) => to.startsWith(numbersOf(CLOSING)))).toBe(true);
    const [{ due } = { due: 0 }] = await survivor.database.query<{ due: number }>(
      'select count(*)::int as due from leads where campaign_id = $1 and due_at is not null',
      [closing],
    );
    expect(due).toBeGreaterThan(0);
  },
  TIMEOUT_MS + 120_000,
);

interface Storm {
  deaths: readonly Death[];
  entries: readonly CarrierEntry[];
  verdict: object;
}

/** Prints the figures of bench/README.md. */
function report({ deaths, entries, verdict }: Storm): void {
  const counted = (values: readonly (string | null)[]): string =>
    [...Map.groupBy(values, (value) => value)].map(([value, { length }]) => `${value} ${length}`).join(', ');
  console.log(
    [
      `Storm ${modeLabel('signaling')}: ${SIZE}; seed ${SEED}, ${deaths.length} kills, ${entries.length} calls.`,
      `People: ${counted(entries.map(({ behavior }) => behavior))}.`,
      `Ended by: ${counted(entries.map(({ endedBy }) => endedBy))}. Faults: ${counted(entries.map(({ fault }) => fault))}.`,
      `Outlived their process: ${outlived(deaths, entries)}.`,
      `Violations: ${JSON.stringify(verdict)}`,
    ].join('\n'),
  );
}

/** Calls still up at the carrier after their process died: count and longest duration, by who ended them. */
function outlived(deaths: readonly Death[], entries: readonly CarrierEntry[]): string {
  const diedAtMs = new Map(deaths.map(({ sipPort, atMs }) => [sipPort, atMs]));
  const forMs = ({ fromPort, endedAtMs }: CarrierEntry): number =>
    (endedAtMs ?? Number.POSITIVE_INFINITY) - (diedAtMs.get(fromPort) ?? Number.POSITIVE_INFINITY);
  const left = entries.filter((entry) => forMs(entry) > 0);
  return [...Map.groupBy(left, ({ endedBy }) => endedBy)]
    .map(
      ([by, calls]) =>
        `${calls.length} ended by ${by}, after ${Math.round(Math.max(...calls.map(forMs)))} ms at most`,
    )
    .join('; ');
}
