import { z } from 'zod';
import { CONVERSATION_TYPES, evaluatedField } from './conversations.ts';
import { zonedTimestamp } from './timestamps.ts';

/** Sent to the assistant's `conversation_ended_webhook_url`; later versions may have more members. */
export const conversationEndedPayload = z.strictObject({
  conversation_id: z.uuid(),
  /** Null: the conversation's sender has no assistant any more. */
  assistant_id: z.uuid().nullable(),
  /** Of these only `msgapp` and `widget` are told of. */
  type: z.enum(CONVERSATION_TYPES),
  message_count: z.int(),
  status: z.literal('ended'),
  /** The assistant's `post_call_schema`, filled in; null: the conversation does not tell. */
  extracted_variables: z.record(z.string(), evaluatedField.shape.value),
  /** The assistant's variables, and those of the conversation over them. */
  input_variables: z.record(z.string(), z.unknown()),
  transcript: z.array(
    z.strictObject({ role: z.enum(['assistant', 'user']), content: z.string(), timestamp: zonedTimestamp }),
  ),
  /** A line for each message: `AI: …`, `Customer: …`. */
  formatted_transcript: z.string(),
  customer_phone: z.string().nullable(),
  customer_name: z.string().nullable(),
  sender: z.strictObject({ phone_number: z.string(), display_name: z.string() }).nullable(),
  created_at: zonedTimestamp,
  ended_at: zonedTimestamp,
});

/** What customers are told of, by the event's type. */
export const WEBHOOKS = {
  'conversation.ended': {
    summary: 'A conversation of the widget or the messaging channel has ended',
    payload: conversationEndedPayload,
  },
};
