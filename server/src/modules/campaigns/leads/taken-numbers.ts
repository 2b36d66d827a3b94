import { AppError } from '../../../core/errors.ts';
import type { Executor } from '../../../db/client.ts';
import { isLockTimeout } from '../../../db/errors.ts';

export async function setLockTimeout(transaction: Executor, lockTimeoutMs: number): Promise<void> {
  await transaction.query("select set_config('lock_timeout', $1, true)", [`${lockTimeoutMs}ms`]);
}

/** Runs a write and converts a lock timeout into `unavailable`. */
export async function withLockTimeoutError<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    const message = 'This phone number is being stored in the campaign by another request. Please try again.';
    throw new AppError('unavailable', message, { retryAfterSeconds: 2, cause: error });
  }
}
