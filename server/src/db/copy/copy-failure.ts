import pg from 'pg';
import { AppError, messageOf } from '../../core/errors.ts';
import { asDatabaseFailure, DatabaseUnavailableError, isLockTimeout } from '../errors.ts';

const NOTHING = 'Nothing was copied';

/** Why a copy was given up, in words where it is not a defect of ours. @param signal may have ended it */
export function copyFailure(error: unknown, signal: AbortSignal): unknown {
  if (error instanceof AppError) return error;
  if (signal.aborted)
    return new AppError('unavailable', `${messageOf(signal.reason)} ${NOTHING}.`, { cause: error });
  if (isLockTimeout(error)) {
    const advice = 'End whatever uses its tables, and run the command again.';
    return new AppError('conflict', `Somebody else uses the target. ${NOTHING}. ${advice}`, {
      cause: error,
    });
  }
  const failure = asDatabaseFailure(error);
  if (!isOfDatabase(failure)) return failure;
  const advice = `${NOTHING}: mend that, and run the command again.`;
  return new AppError('unavailable', `The copy broke off: ${failure.message}. ${advice}`, { cause: error });
}

function isOfDatabase(error: unknown): error is Error {
  return error instanceof pg.DatabaseError || error instanceof DatabaseUnavailableError;
}
