import type { Executor } from '../../../db/client.ts';

/** SQL that holds for a row of `processes` that lives and calls for campaigns. */
export const CALLS_FOR_CAMPAIGNS = `role in ('all', 'voice') and calls_campaigns and is_process_alive(id)`;

/** Whether any process of the installation calls for campaigns just now. */
export async function doesAnybodyDial(database: Executor): Promise<boolean> {
  const rows = await database.query(`select from processes where ${CALLS_FOR_CAMPAIGNS} limit 1`);
  return rows.length > 0;
}
