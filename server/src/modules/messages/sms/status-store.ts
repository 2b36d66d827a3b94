import type { Executor } from '../../../db/client.ts';
import type { DeliveryState } from '../../../providers/interfaces/messaging-carrier.ts';

export interface StoredStatus {
  id: number;
  user_id: number;
  state: DeliveryState;
  isUnknown: boolean;
}

/** Finds the message of a report by the carrier's id, else by our reference. */
export async function findReported(
  database: Executor,
  about: { provider: string; messageId: number | null; providerMessageId: string },
): Promise<StoredStatus | null> {
  const [row] = await database.query<StoredStatus>(
    `select id, user_id, state, is_unsure as "isUnknown" from sms_messages
     where provider = $1 and direction = 'outbound'
       and (provider_message_id = $3 or (id = $2 and provider_message_id is null))
     order by provider_message_id nulls last limit 1`,
    [about.provider, about.messageId, about.providerMessageId],
  );
  return row ?? null;
}

/** Updates a message if its state is unchanged since it was read. @returns false if it has changed */
export async function moveOn(
  database: Executor,
  from: StoredStatus,
  to: { state: DeliveryState; errorCode: string | null; error: string | null; providerMessageId: string },
): Promise<boolean> {
  const rows = await database.query<{ id: number }>(
    `update sms_messages set state = $4, is_unsure = false, error_code = $5, error = $6,
       provider_message_id = coalesce(provider_message_id, $7), updated_at = clock_timestamp()
     where user_id = $8 and id = $1 and state = $2 and is_unsure = $3 returning id`,
    [
      from.id,
      from.state,
      from.isUnknown,
      to.state,
      to.errorCode,
      to.error,
      to.providerMessageId,
      from.user_id,
    ],
  );
  return rows.length > 0;
}
