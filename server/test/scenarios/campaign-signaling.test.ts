import { afterEach, beforeEach, expect, test } from 'vitest';
import { BEHAVIORS, type Behavior } from '../../src/telephony/simulated/seeded-population.ts';
import { createAssistant } from '../kit/assistants.ts';
import { AT_ANY_HOUR, leadsOf } from '../kit/campaign-dials.ts';
import { modeLabel } from '../kit/campaigns/carrier-modes.ts';
import { checkLedger } from '../kit/campaigns/dial-ledger.ts';
import { startDialer } from '../kit/campaigns/dialer-storm.ts';
import type { CarrierEntry } from '../kit/campaigns/sip-carrier.process.ts';
import { asLedger, type SipCarrier, startSipCarrier } from '../kit/campaigns/sip-carrier.ts';
import { SIP_FAULTS } from '../kit/campaigns/sip-faults.ts';
import { createCampaign, createLead, setStatus } from '../kit/campaigns.ts';
import { eventually } from '../kit/eventually.ts';
import { unexplainedMoney } from '../kit/ledger.ts';
import { type Client, startTestServer, type TestServer } from '../kit/test-server.ts';

/** The leads must fit on one page of the API. */
const LEADS = 100;
const CAP = 10;

let carrier: SipCarrier;
let server: TestServer;
let account: Client;

beforeEach(async () => {
  carrier = await startSipCarrier({
    seed: 5,
    shares: {
      'no-answer': 0.24,
      busy: 0.07,
      voicemail: 0.07,
      declines: 0.07,
      'wrong-number': 0.07,
      'carrier-error': 0.07,
      'hangs-up-midway': 0.07,
      'silent-person': 0.07,
      'full-mailbox': 0.07,
      'opts-out': 0.07,
    },
    ringMs: 300,
    ringSpreadMs: 500,
    talkMs: 3000,
    talkSpreadMs: 2000,
    faults: 0.6,
    faultKinds: SIP_FAULTS,
  });
  server = await startTestServer({
    environment: { ...AT_ANY_HOUR, PARLEY_ROLE: 'worker', DATABASE_URL: 'postgres://elsewhere/parley' },
  });
  account = await server.account();
});
afterEach(async () => {
  await server.stop();
  await carrier.close();
});

async function campaignOverSip(): Promise<number> {
  const trunk = await account.post('/user/phone-numbers/sip-trunks', {
    sip_trunk_type: 'number',
    phone_number: '+40311000009',
    sip_address: `127.0.0.1:${carrier.port}`,
    inbound_authorization_type: 'ip',
    allowed_inbound_ips: ['127.0.0.0/8'],
  });
  // With this timeout, immediate answers are in time even on a busy machine.
  const assistant = await createAssistant(account, {
    type: 'outbound',
    post_call_evaluation: false,
    ringing_time: 5,
  });
  const { id } = await createCampaign(account, {
    assistant_id: assistant.id,
    max_calls_in_parallel: CAP,
    retry_interval: 60,
    retry_on_voicemail: true,
    phone_number_ids: [trunk.body.data.id],
  });
  return id;
}

/** Expected lead state for each kind of person, and who ends the call at the carrier. */
const COMES_TO: Record<Behavior, { outcome: string; status: string; endedBy: CarrierEntry['endedBy'] }> = {
  talks: { outcome: 'answered', status: 'completed', endedBy: 'person' },
  'hangs-up-midway': { outcome: 'answered', status: 'completed', endedBy: 'person' },
  'silent-person': { outcome: 'answered', status: 'completed', endedBy: 'caller' },
  'opts-out': { outcome: 'opted-out', status: 'blacklisted', endedBy: 'person' },
  voicemail: { outcome: 'machine', status: 'rescheduled', endedBy: 'caller' },
  'full-mailbox': { outcome: 'machine', status: 'rescheduled', endedBy: 'person' },
  'no-answer': { outcome: 'no-answer', status: 'rescheduled', endedBy: 'caller' },
  busy: { outcome: 'busy', status: 'rescheduled', endedBy: 'carrier' },
  declines: { outcome: 'busy', status: 'rescheduled', endedBy: 'carrier' },
  'carrier-error': { outcome: 'failed', status: 'rescheduled', endedBy: 'carrier' },
  'wrong-number': { outcome: 'invalid-number', status: 'reached-max-retries', endedBy: 'carrier' },
};

test(`calls to each kind of person have the expected outcome despite signaling faults ${modeLabel('signaling')}`, async () => {
  const id = await campaignOverSip();
  // With this seed, these numbers belong to people of all kinds.
  for (let index = 1; index <= LEADS; index += 1) {
    await createLead(account, { campaign_id: id, phone_number: `+4072${1_000_000 + index}` });
  }
  const dialer = await startDialer(server, { ...AT_ANY_HOUR, PARLEY_CALLS_PER_SECOND: 'sip=off' });
  expect((await setStatus(account, id, 'start')).status).toBe(200);
  const leads = await eventually(
    () => leadsOf(account, id),
    (all) => all.every(({ last_outcome }) => last_outcome !== null),
    120_000,
  );
  const entries = await eventually(
    () => carrier.ledger(),
    (all) => all.every(({ endedAtMs }) => endedAtMs !== null),
  );
  await dialer.stop();

  const byNumber = new Map(entries.map((entry) => [entry.to, entry]));
  const came = leads.map(({ phone_number, last_outcome: outcome, status, call_tries }) => {
    const entry = byNumber.get(phone_number);
    const seen = { behavior: entry?.behavior, fault: entry?.fault, endedBy: entry?.endedBy };
    return { ...seen, outcome, status, call_tries };
  });
  const expected = came.map(({ behavior, fault }) => ({
    behavior,
    fault,
    call_tries: 1,
    ...(behavior === undefined ? {} : COMES_TO[behavior]),
  }));
  expect(came).toEqual(expected);
  // Every person, every fault and a late answer have occurred.
  const behaviors = new Set<string>(entries.map(({ behavior }) => behavior));
  expect([...behaviors].sort()).toEqual(Object.keys(BEHAVIORS).sort());
  const faults = new Set<string | null>(entries.map(({ fault }) => fault));
  expect([...SIP_FAULTS, null].filter((fault) => !faults.has(fault))).toEqual([]);
  const crossed = entries.filter(
    ({ behavior, answeredAtMs }) => behavior === 'no-answer' && answeredAtMs !== null,
  );
  expect(crossed.length).toBeGreaterThan(0);

  const verdict = checkLedger(asLedger(entries), { keyOf: () => 'campaign', isAllowed: () => true });
  expect(verdict).toMatchObject({ dials: LEADS, repeatedAttempts: 0, doubleDials: 0 });
  expect(verdict.maxAtOnce.get('campaign')).toBeLessThanOrEqual(CAP);
  expect(await unexplainedMoney(server.database)).toEqual([]);
});
