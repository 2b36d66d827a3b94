import { AppError } from '../../../core/errors.ts';
import type { Executor } from '../../../db/client.ts';
import { isLockTimeout } from '../../../db/errors.ts';

/** Inside a transaction: phone numbers that others are storing are waited for no longer than this. */
export async function waitAtMost(transaction: Executor, patienceMs: number): Promise<void> {
  await transaction.query("select set_config('lock_timeout', $1, true)", [`${patienceMs}ms`]);
}

/** Throws `unavailable` where the patience of a transaction has come to its end. */
export async function refusingTakenNumbers<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    const message = 'This phone number is being stored in the campaign by another request. Please try again.';
    throw new AppError('unavailable', message, { retryAfterSeconds: 2, cause: error });
  }
}
