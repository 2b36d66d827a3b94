import type { Executor } from '../../../db/client.ts';
import { customerOf } from '../customers/customer-sql.ts';

export interface ChannelTalk {
  sender_id: number;
  /** E.164, or the channel's own id of the customer. */
  recipient: string;
  /** ISO 639-1 of the assistant's languages, main one first. */
  languages: string[];
}

/** Recipient and sender of a channel conversation; null if the sender was deleted. */
export async function readChannelTalk(
  database: Executor,
  userId: number,
  conversationId: number,
): Promise<ChannelTalk | null> {
  const [row] = await database.query<ChannelTalk>(
    `select sender_id, ${customerOf('conversations')} as recipient,
       array(select languages.iso_2 from assistants join languages
         on languages.id = assistants.language_id or languages.id = any(assistants.secondary_language_ids)
         where assistants.id = conversations.assistant_id
         order by languages.id = assistants.language_id desc, languages.id) as languages
     from conversations
     where user_id = $1 and id = $2 and sender_id is not null
       and ${customerOf('conversations')} is not null`,
    [userId, conversationId],
  );
  return row ?? null;
}
