import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CarrierReport, DeliveryState } from '../../../src/providers/interfaces/messaging-carrier.ts';
import { eventually } from '../../kit/eventually.ts';
import {
  type FakeCarrier,
  fakeCarrierVendor,
  startFakeCarrier,
  type TakenMessage,
} from '../../kit/fake-carrier.ts';
import {
  connectFake,
  customerPhone,
  reportsOf,
  sendFreeform,
  setBalance,
  TYPED,
} from '../../kit/messaging.ts';
import { type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';

let carrier: FakeCarrier;
let server: TestServer;
beforeAll(async () => {
  carrier = await startFakeCarrier();
  server = await startTestServer({ overrides: { messagingVendors: [fakeCarrierVendor(carrier.url)] } });
});
afterAll(async () => {
  await server.stop();
  await carrier.close();
});

/** Creates an account whose customer has written. `send` returns the message as accepted by the carrier. */
async function prepare() {
  const account = await server.account();
  const { id } = await connectFake(account);
  const sender = { id, userId: account.userId };
  const from = customerPhone();
  const inbound = { providerMessageId: `in-${from}`, from, to: '', customerName: null, text: 'Hi' };
  await reportsOf(server, sender, [
    { kind: 'message', channel: 'msgapp', media: [], sentAt: null, ...TYPED, ...inbound },
  ]);
  const send = async (headers: Record<string, string> = {}) => {
    const answer = await sendFreeform(account, { sender_id: id, recipient_phone: from }, headers);
    return { answer, taken: carrier.taken.at(-1) };
  };
  const report = (...reports: CarrierReport[]) => reportsOf(server, sender, reports);
  return { account, sender, send, report };
}

function status(
  taken: TakenMessage | undefined,
  state: DeliveryState,
  about: { reference?: string | null; code?: string } = {},
): CarrierReport {
  const { reference = null, code } = about;
  const error = code === undefined ? null : { code, text: 'In the carrier’s words.' };
  return { kind: 'status', providerMessageId: taken?.providerMessageId ?? '', reference, state, error };
}

const stateOf = async (account: Client, id: number) =>
  (await account.get(`/user/msgapp/messages/${id}`)).body.data;
const balanceOf = async (account: Client): Promise<number> =>
  (await account.get('/user/me')).body.total_balance;
const ledgerSum = async (account: Client): Promise<number> => {
  const text =
    'select coalesce(sum(amount_micros), 0)::bigint as sum from charges where user_id = $1 and conversation_id is not null';
  const [row] = await server.database.query<{ sum: number }>(text, [account.userId]);
  return row?.sum ?? 0;
};

describe('reports of a carrier', () => {
  test('only move a message forward, in any number and order', async () => {
    const { account, send, report } = await prepare();
    const { answer, taken } = await send();
    const id = answer.body.msgapp_message_id;
    expect((await stateOf(account, id)).state).toBe('queued');
    await report(status(taken, 'delivered'), status(taken, 'sent'), status(taken, 'delivered'));
    expect((await stateOf(account, id)).state).toBe('delivered');
    const before = await stateOf(account, id);
    await report(status(taken, 'failed', { code: '131047' }), status(taken, 'queued'));
    expect(await stateOf(account, id)).toEqual(before);
    await Promise.all([report(status(taken, 'read')), report(status(taken, 'read'))]);
    expect((await stateOf(account, id)).state).toBe('read');
    expect(await balanceOf(account)).toBe(99.99);
  });

  test('of a failure keep the code with an explanation, and refund the price once', async () => {
    const { account, send, report } = await prepare();
    const { answer, taken } = await send();
    const failure = status(taken, 'failed', { code: '131047' });
    await Promise.all([report(failure), report(failure), report(failure, failure)]);
    expect(await stateOf(account, answer.body.msgapp_message_id)).toMatchObject({
      state: 'failed',
      error_code: '131047',
      error: 'More than 24 hours have passed.',
    });
    expect(await balanceOf(account)).toBe(100);
    const unexplained = await send();
    await report(status(unexplained.taken, 'undelivered', { code: 'odd' }));
    const said = await stateOf(account, unexplained.answer.body.msgapp_message_id);
    expect(said).toMatchObject({ error_code: 'odd', error: 'In the carrier’s words.' });
    // The carrier charged for its failed attempt.
    expect(await balanceOf(account)).toBe(99.99);
  });

  test('about unknown messages and those of other accounts change nothing', async () => {
    const [mine, theirs] = [await prepare(), await prepare()];
    const { answer, taken } = await theirs.send();
    await mine.report(status(taken, 'read', { reference: taken?.reference ?? null }));
    expect((await stateOf(theirs.account, answer.body.msgapp_message_id)).state).toBe('queued');
    await mine.report(status({ reference: '', to: '', text: '', providerMessageId: 'none' }, 'read'));
    expect(await balanceOf(mine.account)).toBe(100);
  });

  test("change only one message if our reference and the carrier's id belong to different ones", async () => {
    const { account, send, report } = await prepare();
    const first = await send();
    const gate = Promise.withResolvers<void>();
    const taken = carrier.taken.length;
    carrier.behave = () => ({ kind: 'take-and-wait', answer: gate.promise });
    const sending = send();
    await eventually(
      async () => carrier.taken.length,
      (count) => count > taken,
    );
    carrier.behave = () => ({ kind: 'take' });
    const underway = carrier.taken.at(-1);
    await report(status(first.taken, 'delivered', { reference: underway?.reference ?? '' }));
    gate.resolve();
    const second = await sending;
    expect((await stateOf(account, first.answer.body.msgapp_message_id)).state).toBe('delivered');
    expect(await stateOf(account, second.answer.body.msgapp_message_id)).toMatchObject({
      state: 'queued',
      message_sid: underway?.providerMessageId,
    });
  });

  test('that arrive before the carrier’s response are not lost', async () => {
    for (const isNamed of [true, false]) {
      const { account, send, report } = await prepare();
      const gate = Promise.withResolvers<void>();
      const taken = carrier.taken.length;
      carrier.behave = () => ({ kind: 'take-and-wait', answer: gate.promise });
      const sending = send();
      await eventually(
        async () => carrier.taken.length,
        (count) => count > taken,
      );
      carrier.behave = () => ({ kind: 'take' });
      const message = carrier.taken.at(-1);
      await report(status(message, 'delivered', { reference: isNamed ? (message?.reference ?? '') : null }));
      gate.resolve();
      const { answer } = await sending;
      expect(answer.status).toBe(200);
      await eventually(
        () => stateOf(account, answer.body.msgapp_message_id),
        ({ state }) => state === 'delivered',
      );
      expect(await balanceOf(account)).toBe(99.99);
    }
  });
});

test('sends nothing if credentials cannot be decrypted, and the same request can be retried', async () => {
  const { account, sender, send } = await prepare();
  const key = { 'idempotency-key': 'sealed' };
  const taken = carrier.taken.length;
  const encrypt = async (sealed: Buffer): Promise<Buffer | undefined> => {
    const [row] = await server.database.query<{ old: Buffer }>(
      `with old as (select sealed_credentials from senders where id = $1)
       update senders set sealed_credentials = $2 where id = $1 returning (select sealed_credentials from old) as old`,
      [sender.id, sealed],
    );
    return row?.old;
  };
  const right = await encrypt(Buffer.alloc(64));
  const { answer } = await send(key);
  expect([answer.status, answer.body.error_code]).toEqual([503, 'CARRIER_UNAVAILABLE']);
  expect(answer.body.error).toContain('credentials');
  expect(await balanceOf(account)).toBe(100);
  const sync = await account.post(`/user/msgapp/senders/${sender.id}/templates/sync`);
  expect([sync.status, sync.body.error_code]).toEqual([503, 'CARRIER_UNAVAILABLE']);
  await encrypt(right ?? Buffer.alloc(0));
  expect((await send(key)).answer.status).toBe(200);
  expect(carrier.taken.length).toBe(taken + 1);
});

describe('a message with an unknown delivery state', () => {
  async function unknown() {
    const prepared = await prepare();
    carrier.behave = () => ({ kind: 'take-and-break' });
    const key = { 'idempotency-key': 'unknown' };
    const { answer, taken } = await prepared.send(key);
    carrier.behave = () => ({ kind: 'take' });
    return { ...prepared, key, answer, taken };
  }

  test('is refunded and never sent again; a late report moves it forward and charges it once', async () => {
    const { account, send, report, key, answer, taken } = await unknown();
    expect([answer.status, answer.body.error_code]).toEqual([503, 'DELIVERY_UNKNOWN']);
    const id = answer.body.msgapp_message_id;
    expect(await stateOf(account, id)).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('may have been sent'),
    });
    expect(await balanceOf(account)).toBe(100);
    const handedOver = carrier.taken.length;
    expect((await send(key)).answer.body).toEqual(answer.body);
    expect(carrier.taken.length).toBe(handedOver);
    const late = status(taken, 'delivered', { reference: taken?.reference ?? null });
    await Promise.all([report(late), report(late), report(status(taken, 'sent'), late)]);
    expect(await stateOf(account, id)).toMatchObject({
      state: 'delivered',
      error: null,
      message_sid: taken?.providerMessageId,
    });
    expect(await balanceOf(account)).toBe(99.99);
    expect(await ledgerSum(account)).toBe(10_000);
    // The same request now returns the result.
    const again = await send(key);
    expect(again.answer.status).toBe(200);
    expect(again.answer.body).toMatchObject({ msgapp_message_id: id, message_sid: taken?.providerMessageId });
    expect(carrier.taken.length).toBe(handedOver);
  });

  test('stays refunded when the carrier reports a failure', async () => {
    const { account, report, answer, taken } = await unknown();
    const reference = taken?.reference ?? null;
    await report(status(taken, 'failed', { reference, code: '131047' }));
    const said = await stateOf(account, answer.body.msgapp_message_id);
    expect(said).toMatchObject({ state: 'failed', error_code: '131047' });
    expect(await balanceOf(account)).toBe(100);
    await report(status(taken, 'delivered', { reference }));
    expect((await stateOf(account, answer.body.msgapp_message_id)).state).toBe('failed');
  });

  test('is refunded again when it fails later', async () => {
    const { account, report, taken } = await unknown();
    const reference = taken?.reference ?? null;
    await report(status(taken, 'sent', { reference }));
    expect(await balanceOf(account)).toBe(99.99);
    await report(status(taken, 'failed', { reference }));
    expect(await balanceOf(account)).toBe(100);
    expect(await ledgerSum(account)).toBe(0);
  });

  test('is not charged again if the balance no longer covers it', async () => {
    const { account, report, answer, taken } = await unknown();
    await setBalance(account, 0.005);
    await report(status(taken, 'read', { reference: taken?.reference ?? null }));
    expect((await stateOf(account, answer.body.msgapp_message_id)).state).toBe('read');
    expect(await balanceOf(account)).toBe(0.005);
  });
});
