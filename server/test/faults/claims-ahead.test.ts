import { afterEach, beforeEach, expect, test } from 'vitest';
import { createAssistant } from '../kit/assistants.ts';
import { mobileNumber } from '../kit/calls.ts';
import { AT_ANY_HOUR } from '../kit/campaign-dials.ts';
import { modeLabel } from '../kit/campaigns/carrier-modes.ts';
import { startDialer } from '../kit/campaigns/dialer-storm.ts';
import { type SipCarrier, startSipCarrier } from '../kit/campaigns/sip-carrier.ts';
import { createCampaign, createLead, setStatus } from '../kit/campaigns.ts';
import { eventually } from '../kit/eventually.ts';
import { unexplainedMoney } from '../kit/ledger.ts';
import type { ServerProcess } from '../kit/server-process.ts';
import { type Client, startTestServer, type TestServer } from '../kit/test-server.ts';

const LEADS = 40;
const FIRST_DUE_MS = 3000;
const EVERY_MS = 100;

let carrier: SipCarrier;
/** A server that is not killed and does not dial; it serves the API and cleans up after killed processes. */
let survivor: TestServer;
let account: Client;

beforeEach(async () => {
  carrier = await startSipCarrier({ seed: 3, shares: { busy: 1 }, ringMs: 0, talkMs: 0 });
  survivor = await startTestServer({
    environment: { ...AT_ANY_HOUR, PARLEY_ROLE: 'worker', DATABASE_URL: 'postgres://elsewhere/parley' },
  });
  account = await survivor.account();
});
afterEach(async () => {
  await survivor.stop();
  await carrier.close();
});

/** Without a rate limit, so that calls are claimed ahead. */
const startOne = (): Promise<ServerProcess> =>
  startDialer(survivor, { ...AT_ANY_HOUR, PARLEY_CALLS_PER_SECOND: 'sip=off' });

/** A campaign without retries whose leads become due one after another. */
async function campaignOfOneTry(): Promise<{ id: number; numbers: string[] }> {
  const trunk = await account.post('/user/phone-numbers/sip-trunks', {
    sip_trunk_type: 'number',
    phone_number: mobileNumber(),
    sip_address: `127.0.0.1:${carrier.port}`,
    inbound_authorization_type: 'ip',
    allowed_inbound_ips: ['127.0.0.0/8'],
  });
  const assistant = await createAssistant(account, { type: 'outbound', post_call_evaluation: false });
  const { id } = await createCampaign(account, {
    assistant_id: assistant.id,
    max_calls_in_parallel: 10,
    phone_number_ids: [trunk.body.data.id],
  });
  // Fewer retries than the API allows: a lost attempt ends its lead.
  await survivor.database.query('update campaigns set max_retries = 0 where id = $1', [id]);
  const numbers = Array.from({ length: LEADS }, mobileNumber);
  for (const phone_number of numbers) await createLead(account, { campaign_id: id, phone_number });
  return { id, numbers };
}

interface Claim {
  id: number;
  lead_id: number;
  client_phone_number: string;
}

const claimsAhead = (ahead: string): Promise<Claim[]> =>
  survivor.database.query<Claim>(
    `select id, lead_id, client_phone_number from calls
     where claimed_from is not null and initiated_at > clock_timestamp() + $1::interval`,
    [ahead],
  );

/** Claim statements in flight when a process was killed. */
function statementsUnderWay(): Promise<object[]> {
  return survivor.database.query(
    `select pid from pg_stat_activity
     where datname = current_database() and state <> 'idle' and query like '%claimed_from%' and pid <> pg_backend_pid()`,
  );
}

test(`kill -9 between claim and dial costs no lead its only attempt, and calls none twice ${modeLabel('signaling')}`, async () => {
  const { id, numbers } = await campaignOfOneTry();
  const doomed = await startOne();
  await survivor.database.query(
    `update leads set due_at = clock_timestamp() + make_interval(secs => ($2 + $3 * place) / 1000.0)
     from (select id, row_number() over (order by id) as place from leads where campaign_id = $1) as line
     where leads.id = line.id`,
    [id, FIRST_DUE_MS, EVERY_MS],
  );
  expect((await setStatus(account, id, 'start')).status).toBe(200);
  await eventually(
    () => claimsAhead('300 milliseconds'),
    (claims) => claims.length > 0,
  );
  await doomed.kill();
  await eventually(statementsUnderWay, (statements) => statements.length === 0);
  const orphans = await survivor.database.query<Claim>(
    'select id, lead_id, client_phone_number from calls where claimed_from is not null',
  );
  expect(orphans.length).toBeGreaterThan(0);

  const second = await startOne();
  const leads = await eventually(
    () =>
      survivor.database.query<{ id: number; status: string; call_tries: number; calls: number }>(
        `select id, status, call_tries, (select count(*)::int from calls where lead_id = leads.id) as calls
         from leads where campaign_id = $1`,
        [id],
      ),
    (some) => some.every(({ status }) => status === 'reached-max-retries'),
  );
  await second.stop();
  expect(leads.filter(({ call_tries, calls }) => call_tries !== 1 || calls !== 1)).toEqual([]);
  const gone = await survivor.database.query('select id from calls where id = any($1)', [
    orphans.map((claim) => claim.id),
  ]);
  expect(gone).toEqual([]);
  const dialed = (await carrier.ledger()).map(({ to }) => to);
  const counts = numbers.map((number) => dialed.filter((to) => to === number).length);
  expect(Math.max(...counts)).toBe(1);
  const orphaned = orphans.map(({ client_phone_number }) => client_phone_number);
  expect(orphaned.filter((number) => !dialed.includes(number))).toEqual([]);
  // A call may be marked as dialed and then not reach the carrier; otherwise a lead could be called twice.
  const lost = await survivor.database.query<{ failure_cause: string }>(
    'select failure_cause from calls where client_phone_number <> all($1)',
    [dialed],
  );
  expect(lost.filter(({ failure_cause }) => failure_cause !== 'process')).toEqual([]);
  expect(await unexplainedMoney(survivor.database)).toEqual([]);
});
