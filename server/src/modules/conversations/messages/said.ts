const IS_LOST = `lost.state in ('failed', 'undelivered') and not lost.is_unsure`;

/** SQL: whether a message of `alias` was said; what the carrier has certainly not delivered was not. */
export const wasSaid = (alias: string): string => `not exists (
  select from channel_messages lost where lost.message_id = ${alias}.id and ${IS_LOST})`;

/** SQL: tool calls that were made for a customer's message of `alias` whose reply never reached them. */
export const lostCalls = (alias: string): string => `(
  select reply.function_calls from messages reply
  where reply.reply_to = ${alias}.id and ${alias}.role = 'user' and not ${wasSaid('reply')})`;

/** Of what was said before the customer said anything, so many messages count: the last ones. */
const OPENING_MESSAGES = 5;

/** SQL: what was said in the conversation `id` before its customer said anything; null: nothing. */
export const openingOf = (id: string): string => `(
  select nullif(string_agg(content, E'\\n' order by id), '') from (
    select id, content from messages opening
    where conversation_id = ${id} and role = 'assistant' and ${wasSaid('opening')} and id < coalesce((
      select asked.id from messages asked where asked.conversation_id = ${id} and asked.role = 'user'
      order by asked.id limit 1), 9223372036854775807)
    order by id desc limit ${OPENING_MESSAGES}) as opening)`;

/** SQL: how many messages of the conversation of `alias` were said. */
export const saidCount = (alias: string): string => `(${alias}.message_count - (
  select count(*)::int from channel_messages lost where lost.conversation_id = ${alias}.id and ${IS_LOST}))`;

/** SQL: whether a conversation of `alias` has begun: who opened the widget and was greeted has not said anything yet. */
export const hasBegun = (alias: string): string =>
  `not (${alias}.type = 'widget' and ${alias}.message_count <= 1)`;
