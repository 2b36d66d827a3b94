import { afterEach, beforeEach, expect, test } from 'vitest';
import { type CarrierFake, TWILIO_ACCOUNT } from '../kit/carrier-fake/carrier-fake.ts';
import { startCarrierFakeProcess } from '../kit/carrier-fake/start-carrier-fake.ts';
import { eventually } from '../kit/eventually.ts';
import { unexplainedMoney } from '../kit/ledger.ts';
import { endsWithTest } from '../kit/left-running.ts';
import { sized } from '../kit/run-size.ts';
import { type ServerProcess, startServerProcess } from '../kit/server-process.ts';
import { type Client, clientOf, startTestServer, type TestServer } from '../kit/test-server.ts';
import { insertTwilioNumber } from '../kit/twilio-number.ts';

const [NUMBER = ''] = TWILIO_ACCOUNT.numbers;
const MESSAGES = sized({ gate: 240, nightly: 1000 });
const AT_ONCE = 24;
/** A process is killed after this many more messages have reached the carrier. */
const KILL_EVERY = MESSAGES / 4;
const PRICE_MICROS = 50_000;
const BALANCE_MICROS = 1_000_000_000;

let carrier: CarrierFake;
let survivor: TestServer;
let account: Client;
let from: number;
let environment: Record<string, string>;

beforeEach(async () => {
  carrier = await startCarrierFakeProcess();
  await carrier.addAccount(TWILIO_ACCOUNT);
  // Delayed, so that a kill hits messages that the carrier has accepted but not answered yet.
  await carrier.behave({ kind: 'accept', delayMs: 20 });
  environment = {
    PARLEY_TWILIO_ACCOUNT_SID: TWILIO_ACCOUNT.accountSid,
    PARLEY_TWILIO_AUTH_TOKEN: TWILIO_ACCOUNT.authToken,
    PARLEY_TWILIO_API_URL: carrier.origin,
    PARLEY_INITIAL_BALANCE: String(BALANCE_MICROS / 1_000_000),
    PARLEY_RATE_LIMIT: '1000000',
  };
  survivor = await startTestServer({ environment });
  account = await survivor.account();
  from = await insertTwilioNumber(survivor.database, account.userId, NUMBER);
});
afterEach(async () => {
  await survivor.stop();
  await carrier.close();
});

let sender: ServerProcess;

/** Starts a sending process whose delivery reports go to the surviving process. */
async function startSender(): Promise<void> {
  const publicUrl = { PARLEY_PUBLIC_URL: survivor.address };
  sender = await startServerProcess(survivor.testDatabase.connection, { ...environment, ...publicUrl });
  endsWithTest(sender.kill);
}

type Outcome = 'sent' | 'unknown' | 'again';

/** Sends a request once. The number determines the idempotency key, so an interrupted request can be repeated. */
async function trySending(number: number): Promise<Outcome> {
  const body = { from, to: '+40721234567', body: `Message ${number}` };
  try {
    const client = clientOf(sender.api, account.token);
    const answer = await client.post('/user/sms', body, { 'idempotency-key': `storm ${number}` });
    if (answer.status === 201) return 'sent';
    return String(answer.body.message).includes('may have been sent') ? 'unknown' : 'again';
  } catch {
    return 'again';
  }
}

/** Repeats the request like a client until the message is sent or its state is unknown. */
const send = (number: number): Promise<Outcome> =>
  eventually(
    () => trySending(number),
    (outcome) => outcome !== 'again',
  );

async function sendAll(): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < MESSAGES) {
      next += 1;
      outcomes.push(await send(next));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return outcomes;
}

/** Repeatedly kills the sending process and starts another. */
async function killAll(): Promise<number> {
  let kills = 0;
  for (let taken = KILL_EVERY; taken < MESSAGES; taken += KILL_EVERY) {
    await eventually(
      async () => (await carrier.messages()).length,
      (count) => count >= taken,
    );
    await sender.kill();
    kills += 1;
    await startSender();
  }
  return kills;
}

async function money(): Promise<{ spent: number; refunds: number }> {
  const [row] = await survivor.database.query<{ spent: number; refunds: number }>(
    `select $2 - balance_micros as spent,
       (select count(*)::int from charges where user_id = $1 and kind = 'refund') as refunds
     from users where id = $1`,
    [account.userId, BALANCE_MICROS],
  );
  return row ?? { spent: Number.NaN, refunds: 0 };
}

test('kill -9 during a storm of SMS: the carrier gets each message at most once, and only these are charged', async () => {
  await startSender();
  const [outcomes, kills] = await Promise.all([sendAll(), killAll()]);
  await eventually(
    () => survivor.database.query('select from sms_messages where process_id is not null'),
    (open) => open.length === 0,
  );
  const taken = await carrier.messages();
  const texts = taken.map(({ text }) => text);
  expect(new Set(texts).size).toBe(texts.length);
  expect(await unexplainedMoney(survivor.database)).toEqual([]);

  const sent = outcomes.filter((outcome) => outcome === 'sent').length;
  const lost = outcomes.filter((outcome) => outcome === 'unknown').length;
  expect([kills, sent + lost]).toEqual([3, MESSAGES]);
  // Some messages were lost in the kills; otherwise the test proves nothing.
  expect(lost).toBeGreaterThan(0);
  // Messages with unknown state are refunded until the carrier reports.
  expect(await money()).toEqual({ spent: sent * PRICE_MICROS, refunds: lost });

  for (const { providerMessageId } of taken) await carrier.report({ providerMessageId, state: 'delivered' });
  expect((await money()).spent).toBe(taken.length * PRICE_MICROS);
  expect(await unexplainedMoney(survivor.database)).toEqual([]);
  const { data } = (await account.get('/user/billing/summary')).body;
  expect(data.proof.is_explained).toBe(true);
  const delivered = await account.get('/user/sms?status=delivered&per_page=1');
  expect(delivered.body.total).toBe(taken.length);
});
