import { AppError } from '../../core/errors.ts';
import type { Executor } from '../../db/client.ts';

/** @param name of the database, for messages @throws AppError `conflict` while a Parley process uses it */
export async function requireNoProcess(database: Pick<Executor, 'query'>, name: string): Promise<void> {
  const [running] = await database.query<{ host: string; pid: number; count: number }>(
    `select host, pid, count(*) over ()::int as count from processes where is_process_alive(id) order by host, pid limit 1`,
  );
  if (running === undefined) return;
  const more = running.count > 1 ? ` and ${running.count - 1} more` : '';
  throw new AppError(
    'conflict',
    `Parley runs on ${name} (process ${running.pid} on ${running.host}${more}). Stop it before you copy. Anything it stores during the copy would be lost.`,
  );
}
