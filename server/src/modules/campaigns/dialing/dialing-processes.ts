import type { Executor } from '../../../db/client.ts';

/** SQL condition on `processes`: a running process that dials for campaigns. */
export const CALLS_FOR_CAMPAIGNS = `role in ('all', 'voice') and calls_campaigns and is_process_alive(id)`;

export async function isAnyProcessDialing(database: Executor): Promise<boolean> {
  const rows = await database.query(`select from processes where ${CALLS_FOR_CAMPAIGNS} limit 1`);
  return rows.length > 0;
}
