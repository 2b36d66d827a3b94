import type { Executor } from '../../../db/client.ts';

/**
 * Notes that a process lacks what a campaign needs as it is now.
 * @returns whether nobody is left who could call for it: every living process that holds calls lacks it too
 */
export async function standBack(
  database: Executor,
  { campaignId, processId, version }: { campaignId: number; processId: string; version: string },
): Promise<boolean> {
  await database.query(
    `with forgotten as (
       delete from campaign_standbacks
       where campaign_id = $1 and process_id <> $2 and not is_process_alive(process_id))
     insert into campaign_standbacks (campaign_id, process_id, version) values ($1, $2, $3)
     on conflict (campaign_id, process_id) do update set version = excluded.version`,
    [campaignId, processId, version],
  );
  // In a statement of its own: of two that stand back at a time the later one sees the other.
  const others = await database.query(
    `select from processes
     where role in ('all', 'voice') and id <> $2 and is_process_alive(id) and not exists (
       select from campaign_standbacks
       where campaign_id = $1 and process_id = processes.id and version = $3)
     limit 1`,
    [campaignId, processId, version],
  );
  return others.length === 0;
}
