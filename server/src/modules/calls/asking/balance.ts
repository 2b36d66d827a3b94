import { AppError } from '../../../core/errors.ts';
import type { Prices } from '../../../core/prices.ts';
import type { Executor } from '../../../db/client.ts';

/** Whether the account can pay for the first minute of a call. It is taken when the call is answered. */
export async function coversCall(database: Executor, prices: Prices, userId: number): Promise<boolean> {
  const [row] = await database.query<{ covers: boolean }>(
    'select balance_micros >= $2 as covers from users where id = $1',
    [userId, prices.callMinuteMicros],
  );
  return row?.covers ?? false;
}

/** Throws `invalid`. */
export async function requireCallBalance(database: Executor, prices: Prices, userId: number): Promise<void> {
  if (await coversCall(database, prices, userId)) return;
  throw new AppError('invalid', 'The balance of this account does not cover a call.');
}
