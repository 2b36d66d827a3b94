import type { NumberType } from '#contract/phone-numbers.ts';
import type { Executor } from '../../../db/client.ts';

/** Locks a number until the transaction ends; null if the account has no such number. */
export async function lockNumber(
  transaction: Executor,
  userId: number,
  id: number,
): Promise<{ type: NumberType } | null> {
  const [row] = await transaction.query<{ type: NumberType }>(
    'select type from phone_numbers where user_id = $1 and id = $2 for no key update',
    [userId, id],
  );
  return row ?? null;
}

interface InvolvedAssistant {
  id: number;
  type: 'inbound' | 'outbound';
  phone_number_id: number | null;
}

/** Locks the given assistant and the one that answers the number, in one order, so that assignments do not deadlock. */
export function lockAssistants(
  transaction: Executor,
  userId: number,
  { numberId, assistantId }: { numberId: number; assistantId: number | null },
): Promise<InvolvedAssistant[]> {
  return transaction.query<InvolvedAssistant>(
    `select id, type, phone_number_id from assistants
     where user_id = $1 and deleted_at is null and (id = $3 or (phone_number_id = $2 and type = 'inbound'))
     order by id for no key update`,
    [userId, numberId, assistantId],
  );
}

/** Takes a number from the inbound assistant that answers it, except from the given one. */
export async function freeNumber(
  transaction: Executor,
  userId: number,
  { numberId, assistantId }: { numberId: number; assistantId: number | null },
): Promise<void> {
  await transaction.query(
    `update assistants set phone_number_id = null
     where user_id = $1 and phone_number_id = $2 and type = 'inbound' and deleted_at is null
       and id is distinct from $3`,
    [userId, numberId, assistantId],
  );
}

/** Lets an assistant answer a number, and activates it. */
export async function answerNumber(
  transaction: Executor,
  userId: number,
  { numberId, assistantId }: { numberId: number; assistantId: number },
): Promise<void> {
  await transaction.query(
    `update assistants set phone_number_id = $2, status = 'active'
     where user_id = $1 and id = $3 and deleted_at is null`,
    [userId, numberId, assistantId],
  );
}
