import type { FieldErrors } from '#contract/validation.ts';
import type { Executor } from '../../../db/client.ts';

/** Validates a list's assistant filter: the assistant must belong to the account, but may be deleted. */
export async function checkAssistantFilter(
  database: Executor,
  userId: number,
  assistantId: number | null,
): Promise<FieldErrors> {
  if (assistantId === null) return {};
  const own = await database.query('select from assistants where user_id = $1 and id = $2', [
    userId,
    assistantId,
  ]);
  return own.length > 0 ? {} : { assistant_id: ['The selected assistant id is invalid.'] };
}
