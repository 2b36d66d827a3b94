import { AppError } from '../../../core/errors.ts';
import type { Prices } from '../../../core/prices.ts';
import type { Executor } from '../../../db/client.ts';
import { lockBalance } from '../../accounts/balance/charge.ts';
import { IS_UNPAID, RICH_CALLS, SPARE_CALLS } from '../lifecycle/unpaid-calls.ts';

/*
 * The first minute of a call is charged when it is answered. Until then its price is reserved: a new call needs a
 * balance that covers the first minutes of all unanswered calls and its own.
 */

/** True if the balance covers the first minute of a call, ignoring other calls. */
export async function hasCallPrice(database: Executor, prices: Prices, userId: number): Promise<boolean> {
  const [row] = await database.query<{ has: boolean }>(
    'select balance_micros >= $2 as has from users where id = $1',
    [userId, prices.callMinuteMicros],
  );
  return row?.has ?? false;
}

/** True if the balance covers one more call. */
export function coversCall(database: Executor, prices: Prices, userId: number): Promise<boolean> {
  return covers(database, prices, { userId, calls: 1, before: null });
}

/** Throws `invalid` if the balance does not cover one more call. */
export async function requireCallBalance(database: Executor, prices: Prices, userId: number): Promise<void> {
  if (!(await coversCall(database, prices, userId))) throw missingBalance();
}

/**
 * True if the balance covers the call that this transaction is about to store. Locks accounts with a low balance, so
 * call it before other locks.
 */
export async function coversNewCall(transaction: Executor, prices: Prices, userId: number): Promise<boolean> {
  if (await covers(transaction, prices, { userId, calls: 1 + SPARE_CALLS, before: null })) return true;
  await lockBalance(transaction, userId);
  return coversCall(transaction, prices, userId);
}

/**
 * Throws `invalid` if the balance does not cover a stored call and the unpaid ones that began before it. A scheduled
 * call begins when it is dialed, not when it is stored.
 */
export async function requireBalanceFor(
  database: Executor,
  prices: Prices,
  { userId, id }: { userId: number; id: number },
): Promise<void> {
  if (!(await covers(database, prices, { userId, calls: 1, before: id }))) throw missingBalance();
}

/** True if the balance covers the first minutes of `calls` more calls, besides those of all unpaid calls. */
async function covers(
  database: Executor,
  prices: Prices,
  { userId, calls, before }: { userId: number; calls: number; before: number | null },
): Promise<boolean> {
  // The statement counts the calls only if the result depends on their number.
  const [row] = await database.query<{ covers: boolean }>(
    `select case when balance_micros >= $2::bigint * $3::bigint then true
       when balance_micros < $2::bigint * $4::bigint then false
       else balance_micros >= $2::bigint * ($4::bigint + (
         select count(*) from calls
         where ${IS_UNPAID} and user_id = $1 and ($5::bigint is null or (initiated_at, id) < (
           select own.initiated_at, own.id from calls own where own.id = $5)))) end as covers
     from users where id = $1`,
    [userId, prices.callMinuteMicros, RICH_CALLS, calls, before],
  );
  return row?.covers ?? false;
}

export function missingBalance(): AppError {
  return new AppError('invalid', 'The balance of this account does not cover a call.');
}
