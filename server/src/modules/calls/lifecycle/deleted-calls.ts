import type { Executor } from '../../../db/client.ts';

interface OwnCall {
  userId: number;
  callId: number;
}

/** Hides a call from its account and asks for its end, if it runs. False: there is no such call. */
export async function hideCall(database: Executor, { userId, callId }: OwnCall): Promise<boolean> {
  const rows = await database.query(
    `update calls set deleted_at = clock_timestamp(),
       hang_up_at = coalesce(hang_up_at, case when ended_at is null then clock_timestamp() end)
     where user_id = $1 and id = $2 and deleted_at is null returning id`,
    [userId, callId],
  );
  return rows.length > 0;
}

/** Removes a call that was deleted, with its recording, once its end has been told of; another stays as it is. */
export async function removeDeleted(database: Executor, { userId, callId }: OwnCall): Promise<void> {
  await database.query(
    'delete from calls where user_id = $1 and id = $2 and deleted_at is not null and recorded_at is not null',
    [userId, callId],
  );
}
