import type { ConversationView } from '#contract/conversations.ts';
import { wasSaid } from './said.ts';

/** Why the assistant does not answer a customer, and until when, in ISO 8601. */
export type Silence = Pick<NonNullable<ConversationView['silence']>, 'reason' | 'until'>;

/**
 * SQL for the time at which the assistant may answer a customer again; null while fewer answers than
 * `max_replies_per_customer_day` were given in the last 24 hours.
 * @param talk alias of `conversations`
 */
export const LIMITED_UNTIL = (talk: string): string => `(
  select free_at from (
    select created_at + interval '24 hours' as free_at from messages
    where conversation_id = ${talk}.id and author = 'ai' and part_of is null and ${wasSaid('messages')}
      -- The first message may be the greeting.
      and messages.id > (select min(id) from messages first where first.conversation_id = ${talk}.id)
      -- Avoids the search in short conversations.
      and ${talk}.message_count >= (
        select max_replies_per_customer_day from assistants where assistants.id = ${talk}.assistant_id)
    order by messages.id desc
    offset (select max_replies_per_customer_day - 1 from assistants where assistants.id = ${talk}.assistant_id)
    limit 1) as earliest
  where free_at > clock_timestamp())`;

/** SQL assignments that begin or continue a silence. The parameters are SQL for its reason and its end. */
export const KEEP_SILENT = (reason: string, until: string): string => `
  silent_since = case when silence_reason = ${reason} and silent_until > clock_timestamp() then silent_since
    else clock_timestamp() end,
  silence_reason = ${reason}, silent_until = ${until}`;

/** SQL assignment that ends a silence. Its end is kept, because earlier messages are not searched for automatic replies again. */
export const END_SILENCE = `silent_until = case when conversations.silent_until > clock_timestamp()
  then clock_timestamp() else conversations.silent_until end`;
