import type { Executor } from '../../../db/client.ts';
import type { DeliveryState } from '../../../providers/interfaces/messaging-carrier.ts';

export interface SmsStanding {
  id: number;
  user_id: number;
  state: DeliveryState;
  isUnsure: boolean;
}

/** The message that a carrier's report is about: by the carrier's name for it, else by ours. */
export async function findReported(
  database: Executor,
  about: { provider: string; messageId: number | null; providerMessageId: string },
): Promise<SmsStanding | null> {
  const [row] = await database.query<SmsStanding>(
    `select id, user_id, state, is_unsure as "isUnsure" from sms_messages
     where provider = $1 and direction = 'outbound'
       and (provider_message_id = $3 or (id = $2 and provider_message_id is null))
     order by provider_message_id nulls last limit 1`,
    [about.provider, about.messageId, about.providerMessageId],
  );
  return row ?? null;
}

/** Moves a message on if it still stands where it was read; false: it does not. */
export async function moveOn(
  database: Executor,
  from: SmsStanding,
  to: { state: DeliveryState; errorCode: string | null; error: string | null; providerMessageId: string },
): Promise<boolean> {
  const rows = await database.query<{ id: number }>(
    `update sms_messages set state = $4, is_unsure = false, error_code = $5, error = $6,
       provider_message_id = coalesce(provider_message_id, $7), updated_at = clock_timestamp()
     where user_id = $8 and id = $1 and state = $2 and is_unsure = $3 returning id`,
    [
      from.id,
      from.state,
      from.isUnsure,
      to.state,
      to.errorCode,
      to.error,
      to.providerMessageId,
      from.user_id,
    ],
  );
  return rows.length > 0;
}
