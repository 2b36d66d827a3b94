import type { Executor } from '../../../db/client.ts';

/** Stands for the whole content of an account's list: equal texts, equal lists. */
export type ListVersion = string;

/**
 * The version of each account's list, in their order. Every change of an assistant moves its `updated_at`, and
 * creating or deleting one changes the count, so no change leaves both the count and the sum as they were.
 */
export async function readListVersions(
  database: Executor,
  userIds: readonly number[],
): Promise<ListVersion[]> {
  const rows = await database.query<{ user_id: number; version: string }>(
    `select user_id, count(*) || ' ' || sum(extract(epoch from updated_at)) as version
     from assistants where user_id = any($1) and deleted_at is null group by user_id`,
    [userIds],
  );
  const byUser = new Map(rows.map((row) => [row.user_id, row.version]));
  return userIds.map((userId) => byUser.get(userId) ?? 'empty');
}
