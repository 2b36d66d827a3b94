import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAssistant } from '../kit/assistants.ts';
import { mostAtOnce, runStorm, stormLeads, withDeaths } from '../kit/campaigns/dialer-storm.ts';
import { wallClock } from '../kit/campaigns/local-hours.ts';
import { type SipCarrier, startSipCarrier } from '../kit/campaigns/sip-carrier.ts';
import { unexplainedMoney } from '../kit/ledger.ts';
import { type Client, startTestServer, type TestServer } from '../kit/test-server.ts';

const CAMPAIGNS = 4;
const CAP = 8;
const LEADS = Math.ceil(stormLeads / CAMPAIGNS);
/** A campaign has a few more on the other side of the earth, where nobody may be called at this hour. */
const SLEEPERS = 10;
const MAX_RETRIES = 2;
/** Dialers are killed so often, in calls that the carrier saw. */
const KILL_EVERY = Math.max(40, LEADS / 5);
const TIMEOUT_MS = 240_000 + stormLeads * 180;

const hourIn = (zone: string): number => Math.floor(wallClock(new Date(), zone).minute / 60);
/** Places on opposite sides of the earth: in the first one it is early enough to be called for hours. */
const ROMANIA = { zone: 'Europe/Bucharest', prefix: '+4072' };
const NEW_ZEALAND = { zone: 'Pacific/Auckland', prefix: '+6421' };
const [AWAKE, ASLEEP] = hourIn(ROMANIA.zone) < 20 ? [ROMANIA, NEW_ZEALAND] : [NEW_ZEALAND, ROMANIA];

/** Of the hours of those who are awake none is one of the others. */
function callingHours(): string {
  const hour = hourIn(AWAKE.zone);
  return `${Math.max(0, hour - 4)}:00-${Math.min(24, hour + 5)}:00`;
}

let carrier: SipCarrier;
/** Lives on, and dials nothing: it serves the API and works in the background. */
let survivor: TestServer;
let account: Client;

beforeAll(async () => {
  carrier = await startSipCarrier({
    seed: 7,
    shares: { 'no-answer': 0.2, busy: 0.1, 'wrong-number': 0.05, 'carrier-error': 0.05 },
    ...{ ringMs: 40, talkMs: 400 },
  });
  survivor = await startTestServer({
    environment: {
      PARLEY_ROLE: 'worker',
      DATABASE_URL: 'postgres://elsewhere/parley',
      ...{ PARLEY_RATE_LIMIT: '1000000', PARLEY_INITIAL_BALANCE: '10000' },
    },
  });
  account = await survivor.account();
});
afterAll(async () => {
  await survivor.stop();
  await carrier.close();
});

const leadNumber = (campaign: number, index: number, { prefix } = AWAKE): string =>
  `${prefix}${String(1_000_000 + campaign * 10_000 + index)}`;

async function createCampaign(campaign: number): Promise<number> {
  const trunk = await account.post('/user/phone-numbers/sip-trunks', {
    ...{ sip_trunk_type: 'number', phone_number: `+4031100000${campaign}` },
    ...{ sip_address: `127.0.0.1:${carrier.port}`, inbound_authorization_type: 'ip' },
    allowed_inbound_ips: ['127.0.0.0/8'],
  });
  const assistant = await createAssistant(account, { type: 'outbound', post_call_evaluation: false });
  const { body, text, status } = await account.post('/user/campaign', {
    ...{ name: `Storm ${campaign}`, assistant_id: assistant.id, max_calls_in_parallel: CAP },
    ...{ max_retries: MAX_RETRIES, retry_interval: 10, phone_number_ids: [trunk.body.data.id] },
  });
  expect(status, text).toBe(201);
  const campaign_id: number = body.data.id;
  const add = async (lead: Record<string, unknown>): Promise<void> => {
    const answer = await account.post('/user/lead', { campaign_id, ...lead });
    expect(answer.status, answer.text).toBe(200);
  };
  for (let index = 0; index < LEADS; index += 1) {
    const secondary_contacts = index % 10 === 0 ? [{ phone_number: leadNumber(campaign, 5000 + index) }] : [];
    await add({ phone_number: leadNumber(campaign, index), secondary_contacts });
  }
  if (campaign === 0) {
    for (let index = 0; index < SLEEPERS; index += 1) {
      await add({ phone_number: leadNumber(campaign, index, ASLEEP) });
    }
  }
  const started = await account.post('/user/campaigns/update-status', { campaign_id, action: 'start' });
  expect(started.status, started.text).toBe(200);
  return campaign_id;
}

test(
  'dialers that are killed in the middle of a campaign call nobody twice, none too many, and lose none',
  async () => {
    const campaigns = await Promise.all(
      Array.from({ length: CAMPAIGNS }, (_, index) => createCampaign(index)),
    );
    const deaths = await runStorm({
      ...{ server: survivor, carrier, dialers: 3, killEvery: KILL_EVERY, timeoutMs: TIMEOUT_MS },
      isCallable: `phone_number like '${AWAKE.prefix}%'`,
      environment: {
        ...{ PARLEY_CALLING_HOURS: callingHours(), PARLEY_CALLS_PER_SECOND: 'sip=1000' },
        PARLEY_RATE_LIMIT: '1000000',
      },
    });
    expect(deaths.length).toBeGreaterThan(1);
    const ledger = withDeaths(await carrier.ledger(), deaths);
    const calls = await survivor.database.query<{
      attempt_id: string;
      campaign_id: number;
      lead_id: number;
      client_phone_number: string;
      status: string;
      failure_cause: string | null;
    }>('select attempt_id, campaign_id, lead_id, client_phone_number, status, failure_cause from calls');

    // What the carrier saw is what we know of, each attempt once.
    const byAttempt = new Map(calls.map((call) => [call.attempt_id, call]));
    expect(new Set(ledger.map(({ callId }) => callId)).size).toBe(ledger.length);
    expect(ledger.filter(({ callId, to }) => byAttempt.get(callId)?.client_phone_number !== to)).toEqual([]);
    const seen = new Set(ledger.map(({ callId }) => callId));
    const unseen = calls.filter(({ attempt_id }) => !seen.has(attempt_id));
    // Only a process that died before it could dial, or after it could say so, leaves an attempt that nobody saw.
    expect(unseen.filter(({ failure_cause }) => failure_cause !== 'process')).toEqual([]);

    // Nobody was called twice at a time, and no campaign held more calls than it may.
    expect(Math.max(...mostAtOnce(ledger, ({ to }) => to).values())).toBe(1);
    const byCampaign = mostAtOnce(ledger, ({ callId }) => String(byAttempt.get(callId)?.campaign_id));
    expect([...byCampaign.keys()].sort()).toEqual(campaigns.map(String).sort());
    expect(Math.max(...byCampaign.values())).toBeLessThanOrEqual(CAP);

    // Nobody was called who may not be at this hour.
    expect(ledger.filter(({ to }) => !to.startsWith(AWAKE.prefix))).toEqual([]);

    // Every lead came to its end, with as many calls as it has rows, none beyond its budget.
    const leads = await survivor.database.query<{
      id: number;
      phone_number: string;
      status: string;
      call_tries: number;
      numbers: number;
    }>(
      `select id, phone_number, status, call_tries,
       1 + (select count(*)::int from lead_contacts where lead_id = leads.id) as numbers from leads`,
    );
    expect(leads).toHaveLength(CAMPAIGNS * LEADS + SLEEPERS);
    const asleep = leads.filter(({ phone_number }) => phone_number.startsWith(ASLEEP.prefix));
    expect(asleep.map(({ status, call_tries }) => [status, call_tries])).toEqual(
      asleep.map(() => ['created', 0]),
    );
    const counts = Map.groupBy(calls, ({ lead_id }) => lead_id);
    expect(leads.filter(({ id, call_tries }) => (counts.get(id)?.length ?? 0) !== call_tries)).toEqual([]);
    expect(leads.filter(({ call_tries, numbers }) => call_tries > (1 + MAX_RETRIES) * numbers)).toEqual([]);
    const talked = new Set(
      ledger
        .filter(({ behaviour }) => behaviour === 'talks')
        .map(({ callId }) => byAttempt.get(callId)?.lead_id),
    );
    expect(leads.filter(({ id, status }) => status === 'completed' && !talked.has(id))).toEqual([]);

    const states = await Promise.all(campaigns.map((id) => account.get(`/user/campaign/${id}`)));
    const [waiting, ...over] = states.map(({ body }) => body.data.status);
    expect([waiting, ...new Set(over)]).toEqual(['in-progress', 'completed']);
    expect(await unexplainedMoney(survivor.database)).toEqual([]);
  },
  TIMEOUT_MS + 60_000,
);
