import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_BALANCE_MICROS } from '../../../src/core/money.ts';
import { creditBalance, setBalance } from '../../../src/modules/accounts/balance/adjust.ts';
import {
  type Charge,
  type ChargeOutcome,
  charge,
  refund,
} from '../../../src/modules/accounts/balance/charge.ts';
import { createAssistant } from '../../kit/assistants.ts';
import { unexplainedMoney } from '../../kit/ledger.ts';
import { type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';

let server: TestServer;
let account: Client;

beforeAll(async () => {
  server = await startTestServer({ environment: { PARLEY_INITIAL_BALANCE: '1' } });
});
afterAll(async () => {
  expect(await unexplainedMoney(server.database)).toEqual([]);
  await server.stop();
});

const note = 'A test.';

function pay(about: Partial<Charge> = {}): Promise<ChargeOutcome> {
  return server.database.transaction((transaction) =>
    charge(transaction, {
      userId: account.userId,
      kind: 'sms_message',
      amountMicros: 100_000,
      note,
      conversationId: null,
      reference: randomUUID(),
      ...about,
    }),
  );
}

const giveBack = (reference: string): Promise<number> =>
  server.database.transaction((transaction) =>
    refund(transaction, { userId: account.userId, reference, note }),
  );

async function balance(): Promise<number> {
  const [row] = await server.database.query<{ balance_micros: number }>(
    'select balance_micros from users where id = $1',
    [account.userId],
  );
  return row?.balance_micros ?? Number.NaN;
}

async function conversation(): Promise<number> {
  const { uuid } = await createAssistant(account);
  const opened = await server.visitor.post('/conversations', { assistant_id: uuid });
  const [row] = await server.database.query<{ id: number }>('select id from conversations where uuid = $1', [
    opened.body.conversation_id,
  ]);
  return row?.id ?? Number.NaN;
}

describe('a charge', () => {
  beforeAll(async () => {
    account = await server.account();
  });

  test('is taken once per reference and refunded once; then the reference is used up', async () => {
    const reference = 'sms:1';
    expect(await pay({ reference })).toBe('charged');
    expect(await pay({ reference })).toBe('repeated');
    expect(await balance()).toBe(900_000);
    expect(await giveBack(reference)).toBe(100_000);
    expect(await giveBack(reference)).toBe(0);
    expect(await pay({ reference })).toBe('refunded');
    expect(await balance()).toBe(1_000_000);
  });

  test('of several kinds under one reference is refunded as a whole', async () => {
    const reference = 'call:1';
    expect(await pay({ reference, kind: 'call_minute', amountMicros: 300_000 })).toBe('charged');
    expect(await pay({ reference })).toBe('charged');
    expect(await giveBack(reference)).toBe(400_000);
    expect(await balance()).toBe(1_000_000);
  });

  test('over the balance takes nothing; a charge of the exact balance is covered', async () => {
    expect(await pay({ amountMicros: 1_000_001 })).toBe('unpaid');
    const reference = 'sms:all';
    expect(await pay({ reference, amountMicros: 1_000_000 })).toBe('charged');
    expect(await balance()).toBe(0);
    expect(await pay({ amountMicros: 1 })).toBe('unpaid');
    expect(await pay({ amountMicros: 0 })).toBe('charged');
    await giveBack(reference);
  });

  test.each([-1, 0.5, Number.NaN, Number.MAX_SAFE_INTEGER + 1])('of %d micros throws', async (amount) => {
    await expect(pay({ amountMicros: amount })).rejects.toThrow(RangeError);
    expect(await balance()).toBe(1_000_000);
  });

  test('is rolled back with its transaction', async () => {
    const failing = server.database.transaction(async (transaction) => {
      await charge(transaction, {
        userId: account.userId,
        kind: 'sms_message',
        amountMicros: 100_000,
        note,
        conversationId: null,
        reference: 'undone',
      });
      throw new Error('The rest failed.');
    });
    await expect(failing).rejects.toThrow('The rest failed.');
    expect(await balance()).toBe(1_000_000);
    expect(await pay({ reference: 'undone', amountMicros: 1 })).toBe('charged');
    await giveBack('undone');
  });

  test('counts in its own conversation, and never in another account’s', async () => {
    const own = await conversation();
    expect(await pay({ reference: 'counted', conversationId: own })).toBe('charged');
    const { body } = await account.get('/user/conversations');
    expect(body.data[0].total_cost).toBe(0.1);
    await giveBack('counted');
    expect((await account.get('/user/conversations')).body.data[0].total_cost).toBe(0);
    const first = account;
    account = await server.account();
    expect(await pay({ reference: 'strange', conversationId: own })).toBe('charged');
    const rows = (await account.get('/user/billing/charges')).body.data;
    expect(rows[0]).toMatchObject({ reference: 'strange', conversation_id: null });
    account = first;
    expect((await account.get('/user/conversations')).body.data[0].total_cost).toBe(0);
  });
});

describe('concurrently', () => {
  test('one reference is charged once and refunded once', async () => {
    account = await server.account();
    const reference = 'race';
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => pay({ reference })));
    expect(outcomes.filter((one) => one === 'charged')).toHaveLength(1);
    expect(outcomes.filter((one) => one === 'repeated')).toHaveLength(19);
    const given = await Promise.all(Array.from({ length: 20 }, () => giveBack(reference)));
    expect(given.reduce((sum, micros) => sum + micros, 0)).toBe(100_000);
    expect(await balance()).toBe(1_000_000);
  });

  test('the balance is spent only once', async () => {
    account = await server.account();
    const outcomes = await Promise.all(Array.from({ length: 30 }, () => pay()));
    expect(outcomes.filter((one) => one === 'charged')).toHaveLength(10);
    expect(await balance()).toBe(0);
  });

  test('charges after locks on account, messages and settings of one conversation do not deadlock', async () => {
    account = await server.account();
    const id = await conversation();
    const { userId } = account;
    const [{ uuid } = { uuid: '' }] = await server.database.query<{ uuid: string }>(
      'select uuid from conversations where id = $1',
      [id],
    );
    const broken: unknown[] = [];
    // Not through the database's own transaction, which retries after a deadlock.
    const work = async (index: number): Promise<void> => {
      const client = await server.database.pool.connect();
      try {
        await client.query('begin');
        await client.query(
          `insert into messages (user_id, conversation_id, role, author, content) values ($1, $2, 'assistant', 'human', 'Hi')`,
          [userId, id],
        );
        const transaction = {
          query: async <Row>(text: string, values?: readonly unknown[]): Promise<Row[]> =>
            (await client.query(text, [...(values ?? [])])).rows,
          script: async () => undefined,
          run: async () => [],
          afterCommit: () => undefined,
          afterRollback: () => undefined,
        };
        await charge(transaction, {
          userId,
          kind: 'sms_message',
          amountMicros: 1000,
          note,
          conversationId: id,
          reference: `deadlock:${index}`,
        });
        await client.query('commit');
      } catch (error) {
        broken.push(error);
        await client.query('rollback');
      } finally {
        client.release();
      }
    };
    const visitor = (): Promise<unknown> =>
      server.visitor.post(`/conversations/${uuid}/messages`, { message: 'Hello' });
    await Promise.all(Array.from({ length: 24 }, (_, index) => (index % 4 === 3 ? visitor() : work(index))));
    expect(broken).toEqual([]);
    expect(await unexplainedMoney(server.database)).toEqual([]);
  });
});

/** Operations on an account, in any order and concurrently. */
const operation = fc.oneof(
  fc.record({
    verb: fc.constant('charge' as const),
    reference: fc.integer({ min: 1, max: 5 }),
    amount: fc.integer({ min: 0, max: 500_000 }),
    kind: fc.constantFrom('sms_message' as const, 'call_minute' as const),
    isCounted: fc.boolean(),
  }),
  fc.record({ verb: fc.constant('refund' as const), reference: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ verb: fc.constant('set' as const), amount: fc.integer({ min: 0, max: 1_000_000 }) }),
  fc.record({ verb: fc.constant('credit' as const), amount: fc.integer({ min: 1, max: 1_000_000 }) }),
  fc.record({ verb: fc.constant('message' as const) }),
);

test('after any concurrent operations the rows add up to the balance, without duplicates or a negative balance', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 24 }), async (operations) => {
      account = await server.account();
      const { userId } = account;
      const id = await conversation();
      const [{ uuid } = { uuid: '' }] = await server.database.query<{ uuid: string }>(
        'select uuid from conversations where id = $1',
        [id],
      );
      const run = (one: (typeof operations)[number]): Promise<unknown> => {
        switch (one.verb) {
          case 'charge':
            return pay({
              reference: `thing:${one.reference}`,
              amountMicros: one.amount,
              kind: one.kind,
              conversationId: one.isCounted ? id : null,
            });
          case 'refund':
            return giveBack(`thing:${one.reference}`);
          case 'set':
            return setBalance(server, { userId, balanceMicros: one.amount, note });
          case 'credit':
            return creditBalance(server, { userId, amountMicros: one.amount, note });
          case 'message':
            return server.visitor.post(`/conversations/${uuid}/messages`, { message: 'Hi' });
        }
      };
      await Promise.all(operations.map(run));
      expect(await unexplainedMoney(server.database)).toEqual([]);
    }),
    { numRuns: 25 },
  );
});

test('a balance cannot exceed the largest exact number', async () => {
  account = await server.account();
  const { userId } = account;
  await setBalance(server, { userId, balanceMicros: MAX_BALANCE_MICROS, note });
  await expect(creditBalance(server, { userId, amountMicros: 1, note })).rejects.toThrow(/cannot exceed/);
  expect(await balance()).toBe(MAX_BALANCE_MICROS);
});
