import { beforeAll, expect, test } from 'vitest';
import { chargeTogether, lockBalances } from '../../../src/modules/accounts/balance/charge-together.ts';
import { createAssistant } from '../../kit/assistants.ts';
import { unexplainedMoney } from '../../kit/ledger.ts';
import { insertEndedCall } from '../../kit/owned-rows.ts';
import { sharedServer } from '../../kit/shared-server.ts';
import type { Client, TestServer } from '../../kit/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await sharedServer();
});

/** Creates an account with this balance in dollars and a call. */
async function accountWith(amount: number): Promise<{ account: Client; callId: number }> {
  const account = await server.account();
  await account.request('PUT', '/sandbox/balance', {
    body: JSON.stringify({ amount }),
    headers: { 'content-type': 'application/json' },
  });
  const { id } = await createAssistant(account);
  return { account, callId: await insertEndedCall(server, account, id) };
}

type Owner = Awaited<ReturnType<typeof accountWith>>;

const chargesOf = ({ account, callId }: Owner, names: readonly string[]) =>
  names.map((reference) => ({ userId: account.userId, reference, note: 'A minute.', callId }));

const charge = (charges: ReturnType<typeof chargesOf>, amountMicros = 100_000): Promise<string[]> =>
  server.database.transaction(async (transaction) => {
    await lockBalances(
      transaction,
      charges.map(({ userId }) => userId),
    );
    const paid = await chargeTogether(transaction, { kind: 'call_minute', amountMicros, charges });
    return [...paid].sort();
  });

const balanceOf = async ({ account }: Owner): Promise<number> =>
  (await account.get('/user/me')).body.total_balance;

test('each account pays as many charges as its balance covers, in order and never twice', async () => {
  const [lowBalance, highBalance] = [await accountWith(0.25), await accountWith(10)];
  const asked = [...chargesOf(lowBalance, ['a1', 'a2', 'a3']), ...chargesOf(highBalance, ['b1', 'b2', 'b3'])];
  expect(await charge(asked)).toEqual(['a1', 'a2', 'b1', 'b2', 'b3']);
  expect([await balanceOf(lowBalance), await balanceOf(highBalance)]).toEqual([0.05, 9.7]);
  expect(await charge(chargesOf(highBalance, ['b3', 'b4']))).toEqual(['b4']);
  expect(await balanceOf(highBalance)).toBe(9.6);
  const { body } = await highBalance.account.get(`/user/calls/${highBalance.callId}`);
  expect(body).toMatchObject({ total_cost: 0.4, costs: Array(4).fill({ kind: 'call_minute', amount: 0.1 }) });
  expect(await unexplainedMoney(server.database)).toEqual([]);
});

test('free items count as paid and leave no row', async () => {
  const owner = await accountWith(1);
  expect(await charge(chargesOf(owner, ['c1', 'c2']), 0)).toEqual(['c1', 'c2']);
  expect(await balanceOf(owner)).toBe(1);
  await expect(charge(chargesOf(owner, ['c3']), 0.5)).rejects.toThrow(RangeError);
});

test('a batch never spends more than the balance', async () => {
  const owner = await accountWith(1);
  const batches = Array.from({ length: 12 }, (_, batch) => [0, 1, 2].map((index) => `d${batch}-${index}`));
  const paid = await Promise.all(batches.map((names) => charge(chargesOf(owner, names))));
  expect(paid.flat()).toHaveLength(10);
  expect(await balanceOf(owner)).toBe(0);
  expect(await unexplainedMoney(server.database)).toEqual([]);
});
