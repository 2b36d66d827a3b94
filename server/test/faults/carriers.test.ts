import { afterEach, beforeEach, expect, test } from 'vitest';
import { createAssistant } from '../kit/assistants.ts';
import type { CarrierFake, TakenMessage } from '../kit/carrier-fake/carrier-fake.ts';
import { startCarrierFakeProcess } from '../kit/carrier-fake/start-carrier-fake.ts';
import {
  CARRIER_CASES,
  type CarrierCase,
  carrierEnvironment,
  carrierSender,
} from '../kit/carrier-senders.ts';
import { eventually } from '../kit/eventually.ts';
import { type FrontProxy, startFrontProxy } from '../kit/front-proxy.ts';
import { customerPhone } from '../kit/messaging.ts';
import { type ServerProcess, startServerProcess } from '../kit/server-process.ts';
import { type Client, startTestServer, type TestServer } from '../kit/test-server.ts';

const CUSTOMERS = 30;
const PRICE = 0.01;

let fake: CarrierFake;
let front: FrontProxy;
/** A server that is not killed and settles the work of killed processes. Carriers call the one that is killed. */
let survivor: TestServer;
let running: ServerProcess;

const environment = (): Record<string, string> => ({
  ...carrierEnvironment(fake),
  PARLEY_PUBLIC_URL: front.origin,
});

beforeEach(async () => {
  fake = await startCarrierFakeProcess();
  front = await startFrontProxy();
  survivor = await startTestServer({ environment: environment() });
  await start();
});
afterEach(async () => {
  await running.kill();
  await survivor.stop();
  await front.close();
  await fake.close();
});

async function start(): Promise<void> {
  running = await startServerProcess(survivor.testDatabase.connection, environment());
  front.aim(new URL(running.api).origin);
}

/** Repeats the request like a carrier until it gets a 200, and then once more as a duplicate. */
async function deliver(write: () => Promise<{ status: number }>): Promise<void> {
  await eventually(
    () => write(),
    ({ status }) => status === 200,
  );
  await write();
}

interface Customer {
  carrier: CarrierCase;
  sender: { id: number; url: string };
  phone: string;
}

async function customersOf(account: Client): Promise<Customer[]> {
  const assistant = await createAssistant(account);
  const fields = { assistant_id: assistant.id };
  const groups: Customer[][] = [];
  for (const carrier of CARRIER_CASES) {
    const sender = await carrierSender(fake, account, { carrier, fields });
    groups.push(Array.from({ length: CUSTOMERS }, () => ({ carrier, sender, phone: customerPhone() })));
  }
  return groups.flat();
}

const writes = ({ carrier, sender, phone }: Customer) =>
  fake.customerWrites({
    account: carrier.account,
    url: sender.url,
    from: carrier.address(phone),
    to: carrier.address(carrier.phoneNumber),
    text: 'Good day?',
    id: `from-${phone}`,
  });

async function conversationOf(account: Client, { sender, phone }: Customer) {
  const query = new URLSearchParams({ sender_id: String(sender.id), recipient_phone: phone });
  const { body } = await account.get(`/user/msgapp/session-status?${query}`);
  return (await account.get(`/user/msgapp/conversations/${body.conversation_id}/messages`)).body.data;
}

test('kill -9 while customers write: each message is received once and answered at most once', async () => {
  const account = await survivor.account();
  const customers = await customersOf(account);
  await fake.behave({ kind: 'accept', delayMs: 40 });
  await fake.progress({ states: ['sent', 'delivered'], times: 2, isReversed: true });

  const delivered = Promise.all(customers.map((customer) => deliver(() => writes(customer))));
  for (const count of [8, 24]) {
    await eventually(
      () => fake.messages(),
      (messages) => messages.length >= count,
    );
    await running.kill();
    await start();
  }
  await delivered;

  const conversations = await eventually(
    () => Promise.all(customers.map((customer) => conversationOf(account, customer))),
    (all) => all.every((messages) => messages.length >= 2),
    90_000,
  );
  for (const messages of conversations) {
    expect(messages.map(({ author }: { author: string }) => author)).toEqual(['customer', 'ai']);
  }
  const ledger = await fake.messages();
  expect(new Set(ledger.map(({ to }) => to)).size).toBe(ledger.length);
  expect(new Set(ledger.map(({ reference }) => reference)).size).toBe(ledger.length);
  await expectPaid(account, customers, ledger);
});

/** Reports sent while the server was down are repeated; afterwards exactly the accepted messages are charged. */
async function expectPaid(account: Client, customers: Customer[], ledger: TakenMessage[]): Promise<void> {
  await fake.settled();
  for (const { providerMessageId } of ledger) {
    await deliver(() => fake.report({ providerMessageId, state: 'delivered' }));
  }
  const states = await eventually(
    async () => {
      const all = await Promise.all(customers.map((customer) => conversationOf(account, customer)));
      return all.map((messages) => messages.at(-1).delivery.state);
    },
    (all) => all.filter((state) => state === 'delivered').length === ledger.length && !all.includes('queued'),
  );
  expect(new Set(states.filter((state) => state !== 'delivered'))).toEqual(
    new Set(ledger.length === customers.length ? [] : ['failed']),
  );
  const { body } = await account.get('/user/me');
  expect(body.total_balance).toBeCloseTo(100 - ledger.length * PRICE, 10);
}
