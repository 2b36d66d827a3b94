const IS_LOST = `lost.state in ('failed', 'undelivered') and not lost.is_unsure`;

/** SQL condition: the message counts as said, that is, the carrier has not failed to deliver it. */
export const wasSaid = (alias: string): string => `not exists (
  select from channel_messages lost where lost.message_id = ${alias}.id and ${IS_LOST})`;

/** SQL: tool calls of the reply to a customer's message if that reply was not delivered. */
export const lostCalls = (alias: string): string => `(
  select reply.function_calls from messages reply
  where reply.reply_to = ${alias}.id and ${alias}.role = 'user' and not ${wasSaid('reply')})`;

/** Messages before the customer's first one: only the latest are used. */
const OPENING_MESSAGES = 5;

/** SQL: text of the messages before the customer's first one; null if there are none. */
export const openingOf = (id: string): string => `(
  select nullif(string_agg(content, E'\\n' order by id), '') from (
    select id, content from messages opening
    where conversation_id = ${id} and role = 'assistant' and ${wasSaid('opening')} and id < coalesce((
      select asked.id from messages asked where asked.conversation_id = ${id} and asked.role = 'user'
      order by asked.id limit 1), 9223372036854775807)
    order by id desc limit ${OPENING_MESSAGES}) as opening)`;

/** SQL: number of messages that count as said. */
export const saidCount = (alias: string): string => `(${alias}.message_count - (
  select count(*)::int from channel_messages lost where lost.conversation_id = ${alias}.id and ${IS_LOST}))`;

/** SQL condition: the conversation has started. Opening the widget and receiving the greeting does not count. */
export const hasBegun = (alias: string): string =>
  `not (${alias}.type = 'widget' and ${alias}.message_count <= 1)`;
