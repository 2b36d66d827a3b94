import type { Executor } from '../../../db/client.ts';

export interface WaitingZone {
  zoneKey: string;
  /** Waiting leads with this zone key. */
  leads: number;
  /** Waiting leads that are due now. */
  due: number;
  /** When the first of them is due. */
  dueAt: Date;
}

/** Waiting leads of a campaign by zone key. `isProcessing`: a lead is in a call or awaits evaluation. */
export async function findWaitingZones(
  database: Executor,
  { userId, campaignId }: { userId: number; campaignId: number },
): Promise<{ isProcessing: boolean; zones: WaitingZone[] }> {
  const zones = await database.query<WaitingZone>(
    `select zone_key as "zoneKey", count(*)::int as leads,
       count(*) filter (where due_at <= clock_timestamp())::int as due, min(due_at) as "dueAt"
     from leads where user_id = $1 and campaign_id = $2 and due_at is not null group by zone_key`,
    [userId, campaignId],
  );
  const processing = await database.query(
    'select from leads where user_id = $1 and campaign_id = $2 and call_id is not null limit 1',
    [userId, campaignId],
  );
  return { isProcessing: processing.length > 0, zones };
}
