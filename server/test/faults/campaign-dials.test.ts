import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { outboundAssistant } from '../kit/calls.ts';
import { AT_ANY_HOUR, runningCampaign } from '../kit/campaign-dials.ts';
import { unexplainedMoney } from '../kit/ledger.ts';
import {
  type LedgerCarrier,
  type LedgerDial,
  mostAtOnce,
  startLedgerCarrier,
} from '../kit/ledger-carrier.ts';
import { connectionUrl, type ServerProcess, startChild } from '../kit/server-process.ts';
import { type Client, startTestServer, type TestServer } from '../kit/test-server.ts';

const CAMPAIGNS = 4;
const CAP = 3;
const LEADS = 30;
/** So often one of the processes that dial is killed, as long as another one goes on. */
const DIALS_PER_KILL = 30;
const file = fileURLToPath(new URL('../kit/dialling.process.ts', import.meta.url));

let carrier: LedgerCarrier;
/** Lives on, and holds no calls: it does the work in the background. */
let survivor: TestServer;
let account: Client;

beforeAll(async () => {
  carrier = await startLedgerCarrier((random) => ({
    verdict: random() < 0.5 ? 'answered' : random() < 0.8 ? 'busy' : 'no-answer',
    afterMs: 200 + 600 * random(),
  }));
  survivor = await startTestServer({
    environment: { ...AT_ANY_HOUR, PARLEY_ROLE: 'worker', DATABASE_URL: 'postgres://elsewhere/parley' },
  });
  account = await survivor.account();
});
afterAll(async () => {
  await survivor.stop();
  await carrier.close();
});

const startVoice = (): Promise<ServerProcess> =>
  startChild(file, survivor.testDatabase.connection, {
    ...{ ...AT_ANY_HOUR, PARLEY_ROLE: 'voice', LEDGER_CARRIER_URL: carrier.url },
    DATABASE_URL: connectionUrl(survivor.testDatabase.connection),
  });

interface StoredCall {
  attempt_id: string;
  lead_id: number;
  campaign_id: number;
  failure_cause: string | null;
}

test('whenever one of three processes is killed, nobody is lost, called twice, or called beyond the limit', async () => {
  const { id: assistant_id } = await outboundAssistant(account, { post_call_evaluation: false });
  const voices = await Promise.all([startVoice(), startVoice(), startVoice()]);
  const campaigns = new Map<string, number>();
  const ids: number[] = [];
  for (let count = 0; count < CAMPAIGNS; count += 1) {
    const fields = { leads: LEADS, assistant_id, max_calls_in_parallel: CAP, max_retries: 2 };
    const { id, numbers } = await runningCampaign(account, fields);
    // Shorter than anybody may ask for: the test would take hours.
    await survivor.database.query('update campaigns set retry_interval = 0 where id = $1', [id]);
    ids.push(id);
    for (const number of numbers) campaigns.set(number, id);
  }
  const starting: Promise<unknown>[] = [];
  let kills = 0;
  const open = async (): Promise<number> => {
    const [row] = await survivor.database.query<{ open: number }>(
      `select count(*)::int as open from campaigns where id = any($1) and status <> 'completed'`,
      [ids],
    );
    return row?.open ?? 0;
  };
  while ((await open()) > 0) {
    await systemClock.sleep(100);
    if (voices.length < 2 || carrier.dials.length < (kills + 1) * DIALS_PER_KILL) continue;
    kills += 1;
    await voices.shift()?.kill();
    starting.push(startVoice().then((voice) => voices.push(voice)));
  }
  expect(kills).toBeGreaterThanOrEqual(2);
  await Promise.all(starting);
  const calls = await survivor.database.query<StoredCall>(
    'select attempt_id, lead_id, campaign_id, failure_cause from calls where campaign_id = any($1)',
    [ids],
  );
  expectOneDialEach(carrier.dials, calls);
  for (const id of ids) {
    const own = carrier.dials.filter(({ to }) => campaigns.get(to) === id);
    expect(mostAtOnce(own)).toBeLessThanOrEqual(CAP);
  }
  for (const number of campaigns.keys()) {
    expect(mostAtOnce(carrier.dials.filter(({ to }) => to === number))).toBe(1);
  }
  expect(calls.filter(({ failure_cause }) => failure_cause === 'process').length).toBeGreaterThan(0);
  await expectLeadsAccountedFor(ids);
  expect(await unexplainedMoney(survivor.database)).toEqual([]);
  await Promise.all(voices.map((voice) => voice.stop()));
}, 240_000);

/** Every dial is a call of ours, and was made once; a call that was never dialled died with its process. */
function expectOneDialEach(dials: readonly LedgerDial[], calls: readonly StoredCall[]): void {
  const dialled = new Set(dials.map(({ attemptId }) => attemptId));
  expect(dialled.size).toBe(dials.length);
  const known = new Map(calls.map((call) => [call.attempt_id, call]));
  expect([...dialled].filter((attemptId) => !known.has(attemptId))).toEqual([]);
  const undialled = calls.filter(({ attempt_id }) => !dialled.has(attempt_id));
  expect(undialled.filter(({ failure_cause }) => failure_cause !== 'process')).toEqual([]);
}

/** All are at their end, with as many tries as calls, and not more rounds than their campaign grants. */
async function expectLeadsAccountedFor(ids: readonly number[]): Promise<void> {
  const leads = await survivor.database.query<{ status: string; call_tries: number; calls: number }>(
    `select status, call_tries, (select count(*)::int from calls where lead_id = leads.id) as calls
     from leads where campaign_id = any($1)`,
    [ids],
  );
  expect(leads).toHaveLength(CAMPAIGNS * LEADS);
  expect(new Set(leads.map(({ status }) => status))).toEqual(new Set(['completed', 'reached-max-retries']));
  expect(leads.filter(({ call_tries, calls }) => call_tries !== calls || calls > 3)).toEqual([]);
}
