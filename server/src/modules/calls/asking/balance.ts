import { AppError } from '../../../core/errors.ts';
import type { Prices } from '../../../core/prices.ts';
import type { Executor } from '../../../db/client.ts';
import { lockBalance } from '../../accounts/actions.ts';
import { IS_UNPAID, RICH_CALLS, SPARE_CALLS } from '../lifecycle/unpaid-calls.ts';

/*
 * The first minute of a call is taken when it is answered. Until then it is spoken for: who asks for one more call must be
 * able to pay for that one beside all that ring.
 */

/** Whether the account has the price of the first minute of a call, whatever else is under way. */
export async function hasCallPrice(database: Executor, prices: Prices, userId: number): Promise<boolean> {
  const [row] = await database.query<{ has: boolean }>(
    'select balance_micros >= $2 as has from users where id = $1',
    [userId, prices.callMinuteMicros],
  );
  return row?.has ?? false;
}

/** Whether the account can pay for one more call, as it stands at this moment. */
export function coversCall(database: Executor, prices: Prices, userId: number): Promise<boolean> {
  return covers(database, prices, { userId, calls: 1, before: null });
}

/** Throws `invalid` where the account cannot pay for one more call. */
export async function requireCallBalance(database: Executor, prices: Prices, userId: number): Promise<void> {
  if (!(await coversCall(database, prices, userId))) throw missingBalance();
}

/**
 * Whether the account can pay for the call that this transaction is about to store. Where money is scarce, those who spend
 * it go one after the other: run it before anything else is locked.
 */
export async function coversNewCall(transaction: Executor, prices: Prices, userId: number): Promise<boolean> {
  if (await covers(transaction, prices, { userId, calls: 1 + SPARE_CALLS, before: null })) return true;
  await lockBalance(transaction, userId);
  return coversCall(transaction, prices, userId);
}

/** Throws `invalid` where the account cannot pay for a stored call any more, beside those that were stored before it. */
export async function requireBalanceFor(
  database: Executor,
  prices: Prices,
  { userId, id }: { userId: number; id: number },
): Promise<void> {
  if (!(await covers(database, prices, { userId, calls: 1, before: id }))) throw missingBalance();
}

/** Whether the balance covers so many calls beside those that have not paid yet. */
async function covers(
  database: Executor,
  prices: Prices,
  { userId, calls, before }: { userId: number; calls: number; before: number | null },
): Promise<boolean> {
  // Calls are counted only where it matters.
  const [row] = await database.query<{ covers: boolean }>(
    `select case when balance_micros >= $2::bigint * $3::bigint then true
       when balance_micros < $2::bigint * $4::bigint then false
       else balance_micros >= $2::bigint * ($4::bigint + (
         select count(*) from calls
         where ${IS_UNPAID} and user_id = $1 and ($5::bigint is null or id < $5))) end as covers
     from users where id = $1`,
    [userId, prices.callMinuteMicros, RICH_CALLS, calls, before],
  );
  return row?.covers ?? false;
}

export function missingBalance(): AppError {
  return new AppError('invalid', 'The balance of this account does not cover a call.');
}
