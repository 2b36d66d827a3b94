import type { Database } from '../../../db/client.ts';

/**
 * Completes a campaign whose leads are done. No effect if it was changed, a lead was added, or leads wait in other
 * zones.
 * @param about `changedAt` from the snapshot; `reason` for the account's owner if leads are left
 */
export async function completeCampaign(
  database: Database,
  about: {
    id: number;
    changedAt: string;
    neverOpenZones: readonly string[];
    reason: string | null;
    now: Date;
  },
): Promise<boolean> {
  const { id, changedAt, neverOpenZones, reason, now } = about;
  return database.transaction(async (transaction) => {
    // Skips the campaign if it is locked, for example while leads are being added.
    const locked = await transaction.query(
      `select from campaigns
       where id = $1 and status = 'in-progress' and deleted_at is null and updated_at::text = $2
       for update skip locked`,
      [id, changedAt],
    );
    if (locked.length === 0) return false;
    const rows = await transaction.query(
      `update campaigns set status = 'completed', completed_at = $2, stop_reason = $4, updated_at = clock_timestamp()
       where id = $1
         and not exists (select from leads where campaign_id = $1 and call_id is not null)
         and not exists (select from leads where campaign_id = $1 and due_at is not null and zone_key <> all($3))
       returning id`,
      [id, now, neverOpenZones, reason],
    );
    return rows.length > 0;
  });
}

/**
 * Stops a campaign that cannot continue, unless it has changed since the snapshot.
 * @param about `changedAt` from the snapshot; `reason` for the account's owner
 */
export async function stopCampaign(
  database: Database,
  { id, changedAt, reason }: { id: number; changedAt: string; reason: string },
): Promise<void> {
  await database.query(
    `update campaigns set status = 'stopped', stop_reason = $3, updated_at = clock_timestamp()
     where id = $1 and status = 'in-progress' and deleted_at is null and updated_at::text = $2`,
    [id, changedAt, reason],
  );
}
