import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import type { CarrierReport, DeliveryState } from '../../src/providers/interfaces/messaging-carrier.ts';
import { startDatabaseProxy } from '../kit/database-proxy.ts';
import { eventually } from '../kit/eventually.ts';
import {
  type FakeCarrier,
  fakeCarrierVendor,
  startFakeCarrier,
  type TakenMessage,
} from '../kit/fake-carrier.ts';
import { unexplainedMoney } from '../kit/ledger.ts';
import { endsWithTest } from '../kit/left-running.ts';
import { connectFake, customerPhone, reportsOf, sendFreeform, TYPED } from '../kit/messaging.ts';
import { sized } from '../kit/run-size.ts';
import { type ServerProcess, startServerProcess } from '../kit/server-process.ts';
import { silentLog } from '../kit/silent-log.ts';
import { type Answer, type Client, clientOf, startTestServer, type TestServer } from '../kit/test-server.ts';

const ACCOUNTS = sized({ gate: 25, nightly: 100 });
const MESSAGES_EACH = 10;
const PRICE_MICROS = 10_000;

let carrier: FakeCarrier;
/** A server that is not killed. It runs in the test's process, whose memory also holds the carrier's ledger. */
let survivor: TestServer;
let doomed: ServerProcess;

beforeEach(async () => {
  carrier = await startFakeCarrier();
  survivor = await startTestServer({ overrides: { messagingVendors: [fakeCarrierVendor(carrier.url)] } });
});
afterEach(async () => {
  await survivor.stop();
  await carrier.close();
});

const start = async (): Promise<void> => {
  doomed = await startServerProcess(survivor.testDatabase.connection, { FAKE_CARRIER_URL: carrier.url });
  endsWithTest(doomed.kill);
};

interface Customer {
  account: Client;
  sender: { id: number; userId: number };
  from: string;
}

async function openSession(): Promise<Customer> {
  const account = await survivor.account();
  const { id } = await connectFake(account);
  const sender = { id, userId: account.userId };
  const from = customerPhone();
  const inbound = { providerMessageId: `in-${from}`, from, to: '', customerName: null, text: 'Hi' };
  await reportsOf(survivor, sender, [
    { kind: 'message', channel: 'msgapp', media: [], sentAt: null, ...TYPED, ...inbound },
  ]);
  return { account, sender, from };
}

/** Repeats the request with the same key until a process gives a final response. */
async function sendUntilAnswered({ account, sender, from }: Customer, message: string): Promise<Answer> {
  const body = { sender_id: sender.id, recipient_phone: from, message };
  for (;;) {
    const key = { 'idempotency-key': `${from} ${message}` };
    for (const api of [doomed.api, survivor.api]) {
      const answer = await sendFreeform(clientOf(api, account.token), body, key).catch(() => null);
      const isFinal = answer?.status === 200 || answer?.body.error_code === 'DELIVERY_UNKNOWN';
      if (answer !== null && isFinal) return answer;
      expect([429, 409, undefined]).toContain(answer?.status);
    }
    await systemClock.sleep(200);
  }
}

async function stormOf(customers: readonly Customer[]): Promise<Answer[]> {
  const answers = customers.map(async (customer) => {
    const own: Answer[] = [];
    for (let number = 0; number < MESSAGES_EACH; number += 1) {
      own.push(await sendUntilAnswered(customer, `Message ${number}`));
    }
    return own;
  });
  return (await Promise.all(answers)).flat();
}

/** Kills the process after every `every` messages that the carrier accepted, and starts another. */
async function killRepeatedly(times: number, every: number): Promise<void> {
  for (let kill = 1; kill <= times; kill += 1) {
    await eventually(
      async () => carrier.taken.length,
      (count) => count >= kill * every,
    );
    await doomed.kill();
    await start();
  }
}

interface Row {
  id: number;
  state: DeliveryState;
  is_unsure: boolean;
  process_id: string | null;
  net: number;
}

const rowsOf = (customer: Customer): Promise<Row[]> =>
  survivor.database.query(
    `select message.id, message.state, message.is_unsure, message.process_id,
       (select coalesce(sum(amount_micros), 0)::bigint from charges
        where reference in ('msgapp:' || message.id, 'msgapp:' || message.id || ':late')) as net
     from channel_messages message where user_id = $1 order by id`,
    [customer.sender.userId],
  );

/** Status reports of accepted messages: with duplicates, in random order. */
function shuffledReports(taken: readonly TakenMessage[]): CarrierReport[] {
  const states: DeliveryState[] = ['sent', 'delivered', 'read', 'delivered', 'sent'];
  const reports = taken.flatMap(({ providerMessageId, reference }) =>
    states.map((state) => ({ kind: 'status' as const, providerMessageId, reference, state, error: null })),
  );
  return reports
    .map((report) => ({ report, key: Math.random() }))
    .sort((one, two) => one.key - two.key)
    .map(({ report }) => report);
}

test('kill -9 during a storm of messages: no message is submitted twice, and all charges add up', async () => {
  await start();
  const customers: Customer[] = [];
  for (let count = 0; count < ACCOUNTS; count += 1) customers.push(await openSession());
  const [answers] = await Promise.all([
    stormOf(customers),
    killRepeatedly(4, (ACCOUNTS * MESSAGES_EACH) / 7),
  ]);
  await doomed.kill();
  expect(answers.length).toBe(ACCOUNTS * MESSAGES_EACH);
  // Messages not settled by a repeated request are settled by other processes.
  await eventually(
    () => survivor.database.query('select from channel_messages where process_id is not null'),
    (rows) => rows.length === 0,
  );
  const references = carrier.taken.map(({ reference }) => reference);
  expect(new Set(references).size).toBe(references.length);
  for (const customer of customers) {
    const rows = await rowsOf(customer);
    expect(rows.length).toBe(MESSAGES_EACH);
    for (const { id, state, is_unsure, net } of rows) {
      const isTaken = references.includes(`pm${id}`);
      if (!is_unsure) expect(isTaken).toBe(true);
      else expect(state).toBe('failed');
      expect(net).toBe(is_unsure ? 0 : PRICE_MICROS);
    }
  }
  // No charge is doubled or lost: the charges explain every balance.
  expect(await unexplainedMoney(survivor.database)).toEqual([]);
  const sure = answers.filter(({ status }) => status === 200).length;
  expect(sure).toBeGreaterThan(0);
  expect(sure).toBeLessThanOrEqual(carrier.taken.length);
  await reportLate(customers);
});

/** Delivers the carrier's reports late: every accepted message becomes read and charged. */
async function reportLate(customers: readonly Customer[]): Promise<void> {
  for (const customer of customers) {
    const ids = (await rowsOf(customer)).map(({ id }) => `pm${id}`);
    const own = carrier.taken.filter(({ reference }) => ids.includes(reference));
    const reports = shuffledReports(own);
    const half = reports.length >> 1;
    await Promise.all([
      reportsOf(survivor, customer.sender, reports.slice(0, half)),
      reportsOf(survivor, customer.sender, reports.slice(half)),
    ]);
    for (const { id, state, is_unsure, net } of await rowsOf(customer)) {
      const isTaken = own.some(({ reference }) => reference === `pm${id}`);
      expect([state, is_unsure, net]).toEqual(isTaken ? ['read', false, PRICE_MICROS] : ['failed', true, 0]);
    }
  }
  expect(await unexplainedMoney(survivor.database)).toEqual([]);
}

test('a short database outage while the carrier responds leaves no delivery unknown', async () => {
  const proxy = await startDatabaseProxy(survivor.testDatabase.connection);
  const failed = Promise.withResolvers<void>();
  const warn = (_about: object, text?: string): void => {
    if (text?.includes('could not be stored yet')) failed.resolve();
  };
  const beside = await startTestServer({
    log: { ...silentLog, warn },
    beside: { ...survivor.testDatabase, connection: proxy.connection },
    overrides: { messagingVendors: [fakeCarrierVendor(carrier.url)] },
  });
  const { account, sender, from } = await openSession();
  const gate = Promise.withResolvers<void>();
  carrier.behave = () => ({ kind: 'take-and-wait', answer: gate.promise });
  const taken = carrier.taken.length;
  const client = clientOf(beside.api, account.token);
  const sending = sendFreeform(client, { sender_id: sender.id, recipient_phone: from });
  await eventually(
    async () => carrier.taken.length,
    (count) => count > taken,
  );
  await proxy.cut();
  gate.resolve();
  await failed.promise;
  await proxy.restore();
  const answer = await sending;
  expect(answer.status, answer.text).toBe(200);
  const [row] = await rowsOf({ account, sender, from });
  expect(row).toMatchObject({ process_id: null, is_unsure: false, net: PRICE_MICROS });
  carrier.behave = () => ({ kind: 'take' });
  await beside.stop();
  await proxy.close();
});
