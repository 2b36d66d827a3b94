import type { Executor } from '../../../db/client.ts';

interface OwnCall {
  userId: number;
  callId: number;
}

/** Hides a call from its account. False: there is no such call. */
export async function hideCall(transaction: Executor, { userId, callId }: OwnCall): Promise<boolean> {
  const rows = await transaction.query(
    `update calls set deleted_at = clock_timestamp()
     where user_id = $1 and id = $2 and deleted_at is null returning id`,
    [userId, callId],
  );
  return rows.length > 0;
}

/** Removes a call that was deleted, with its recording, once its end has been told of; another stays as it is. */
export async function removeDeleted(transaction: Executor, { userId, callId }: OwnCall): Promise<void> {
  await transaction.query(
    'delete from calls where user_id = $1 and id = $2 and deleted_at is not null and recorded_at is not null',
    [userId, callId],
  );
}
