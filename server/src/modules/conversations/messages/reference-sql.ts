/** SQL: text of the message that `message` quotes; null without one. */
export const quotedContent = (message: string): string => `(
  select quoted.content from messages quoted
  where quoted.conversation_id = ${message}.conversation_id and quoted.id = (${message}.about ->> 'quoted_id')::bigint)`;
