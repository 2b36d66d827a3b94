import type { FieldErrors } from '#contract/validation.ts';
import type { Executor } from '../../../db/client.ts';

/** Validates a list's group filter: the group must belong to the account. */
export async function checkGroupFilter(
  database: Executor,
  userId: number,
  groupId: number | null,
): Promise<FieldErrors> {
  if (groupId === null) return {};
  const own = await database.query('select from inbox_groups where user_id = $1 and id = $2', [
    userId,
    groupId,
  ]);
  return own.length > 0 ? {} : { group_id: ['The selected group id is invalid.'] };
}
