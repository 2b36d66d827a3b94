import { randomInt } from 'node:crypto';
import { AppError } from '../../core/errors.ts';
import type { Database } from '../../db/client.ts';

const MAX_LOCK = 2 ** 31;

/**
 * Detects that both URLs name one database, by an advisory lock that only one connection per database can hold.
 * @throws AppError `conflict`
 */
export async function requireAnother(source: Database, target: Database): Promise<void> {
  const lock = [randomInt(MAX_LOCK), randomInt(MAX_LOCK)];
  const isFree = await source.transaction(async (transaction) => {
    await transaction.query('select pg_advisory_xact_lock($1, $2)', lock);
    const text = 'select pg_try_advisory_xact_lock($1, $2) as "isFree"';
    const [answer] = await target.query<{ isFree: boolean }>(text, lock);
    return answer?.isFree === true;
  });
  if (isFree) return;
  throw new AppError(
    'conflict',
    '--to is the database to copy from. Use an empty database instead (create database …).',
  );
}
