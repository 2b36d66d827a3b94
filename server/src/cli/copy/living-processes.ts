import { AppError } from '../../core/errors.ts';
import type { Executor } from '../../db/client.ts';

/** @param name of the database, for messages @throws AppError `conflict` while a Parley process uses it */
export async function requireNoProcess(database: Pick<Executor, 'query'>, name: string): Promise<void> {
  const [living] = await database.query<{ host: string; pid: number; count: number }>(
    `select host, pid, count(*) over ()::int as count from processes where is_process_alive(id) order by host, pid limit 1`,
  );
  if (living === undefined) return;
  const more = living.count > 1 ? ` and ${living.count - 1} more` : '';
  throw new AppError(
    'conflict',
    `Parley runs on ${name} (process ${living.pid} on ${living.host}${more}). Stop it before you copy. Anything it stores during the copy would be lost.`,
  );
}
