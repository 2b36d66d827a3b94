import type { Executor } from '../../../db/client.ts';

/**
 * Keeps a campaign from being deleted until the transaction ends. Last in a transaction that stores leads: those who
 * dial wait for nobody. False: it is gone.
 */
export async function holdCampaign(
  database: Executor,
  { userId, id }: { userId: number; id: number },
): Promise<boolean> {
  const rows = await database.query(
    'select from campaigns where user_id = $1 and id = $2 and deleted_at is null for share',
    [userId, id],
  );
  return rows.length > 0;
}
