import type { ChargeKind } from '#contract/billing.ts';
import { AppError } from '../../../core/errors.ts';
import { exactDollars, MAX_BALANCE_MICROS } from '../../../core/money.ts';
import type { Database, Executor } from '../../../db/client.ts';
import { lockBalance } from './charge.ts';

export interface BalanceDependencies {
  database: Database;
}

/** Sets the balance and records the difference as an `adjustment` in the ledger. */
export async function setBalance(
  { database }: BalanceDependencies,
  about: { userId: number; balanceMicros: number; note: string },
): Promise<void> {
  const { userId, balanceMicros, note } = about;
  await database.transaction(async (transaction) => {
    const difference = balanceMicros - (await readLocked(transaction, userId));
    await give(transaction, { userId, micros: difference, kind: 'adjustment', note });
  });
}

/**
 * Adds money and records it as a `credit` in the ledger. Throws `conflict` above the maximum balance.
 * @returns the balance afterwards, in millionths of a dollar
 */
export async function creditBalance(
  { database }: BalanceDependencies,
  about: { userId: number; amountMicros: number; note: string },
): Promise<number> {
  const { userId, amountMicros, note } = about;
  return database.transaction(async (transaction) => {
    const balance = (await readLocked(transaction, userId)) + amountMicros;
    if (balance > MAX_BALANCE_MICROS) {
      throw new AppError(
        'conflict',
        `The balance of an account cannot exceed ${exactDollars(MAX_BALANCE_MICROS)} USD.`,
      );
    }
    await give(transaction, { userId, micros: amountMicros, kind: 'credit', note });
    return balance;
  });
}

async function readLocked(transaction: Executor, userId: number): Promise<number> {
  await lockBalance(transaction, userId);
  const [row] = await transaction.query<{ balance_micros: number }>(
    'select balance_micros from users where id = $1',
    [userId],
  );
  if (row === undefined) throw new AppError('not-found', 'Account not found.');
  return row.balance_micros;
}

/** @param about negative `micros` reduce the balance */
async function give(
  transaction: Executor,
  about: { userId: number; micros: number; kind: ChargeKind; note: string },
): Promise<void> {
  if (about.micros === 0) return;
  await transaction.query(
    `with given as (update users set balance_micros = balance_micros + $2 where id = $1 returning id)
     insert into charges (user_id, kind, amount_micros, note) select id, $3, -$2::bigint, $4 from given`,
    [about.userId, about.micros, about.kind, about.note],
  );
}
