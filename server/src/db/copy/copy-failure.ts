import pg from 'pg';
import { AppError, messageOf } from '../../core/errors.ts';
import { asDatabaseFailure, DatabaseUnavailableError, isLockTimeout } from '../errors.ts';

const NOTHING = 'Nothing was copied';

/** Explains a failed copy, unless it is a bug of ours. @param signal may have aborted the copy */
export function copyFailure(error: unknown, signal: AbortSignal): unknown {
  if (error instanceof AppError) return error;
  if (signal.aborted)
    return new AppError('unavailable', `${messageOf(signal.reason)} ${NOTHING}.`, { cause: error });
  if (isLockTimeout(error)) {
    const advice = 'Stop other programs that use it, and run the command again.';
    return new AppError('conflict', `The target is in use. ${NOTHING}. ${advice}`, {
      cause: error,
    });
  }
  const failure = asDatabaseFailure(error);
  if (!isOfDatabase(failure)) return failure;
  const advice = `${NOTHING}. Fix the cause and run the command again.`;
  return new AppError('unavailable', `The copy failed: ${failure.message}. ${advice}`, { cause: error });
}

function isOfDatabase(error: unknown): error is Error {
  return error instanceof pg.DatabaseError || error instanceof DatabaseUnavailableError;
}
