import { z } from 'zod';
import { CALL_STATUSES, callTranscriptItem, callView } from './calls.ts';
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
  /** Null: the customer has not shown it. */
  customer_phone: z.string().nullable(),
  /** The channel's own id of the customer; null: not told. */
  customer_identifier: z.string().nullable(),
  customer_name: z.string().nullable(),
  sender: z.strictObject({ phone_number: z.string(), display_name: z.string() }).nullable(),
  created_at: zonedTimestamp,
  ended_at: zonedTimestamp,
});

/** Sent to the assistant's `webhook_url`; later versions may have more members. */
export const callEndedPayload = z.strictObject({
  id: z.int(),
  /** Null: withheld, or a web call. */
  customer_phone: z.string().nullable(),
  /** Null: a web call. */
  assistant_phone: z.string().nullable(),
  /** Seconds from the answer to the end; 0 without an answer. */
  duration: z.int(),
  /** A final one. */
  status: z.enum(CALL_STATUSES),
  /** The assistant's `post_call_schema`, filled in; null: the call does not tell. */
  extracted_variables: z.record(z.string(), evaluatedField.shape.value),
  /** The assistant's variables, and those of the call over them. */
  input_variables: z.record(z.string(), z.unknown()),
  transcript: z.array(callTranscriptItem.strict()),
  /** A line for each: `AI: …`, `Customer: …`. */
  formatted_transcript: z.string(),
  /** Only with the assistant's `include_recording_in_webhook`; null: nothing was recorded. */
  recording_url: z.string().nullable().optional(),
  answered_by: callView.shape.answered_by,
  created_at: zonedTimestamp,
  finished_at: zonedTimestamp,
  /** Null: the call belongs to no campaign. */
  lead: z
    .strictObject({
      id: z.int(),
      phone_number: z.string(),
      variables: z.record(z.string(), z.unknown()),
      status: z.string(),
      call_tries: z.int(),
      created_at: z.string(),
      updated_at: z.string(),
      campaign: z.strictObject({ id: z.int(), name: z.string() }),
    })
    .nullable(),
  transfers: z.array(callView.shape.transfers.element.strict()),
});

/** What customers are told of, by the event's type. */
export const WEBHOOKS = {
  'conversation.ended': {
    summary: 'A conversation of the widget or the messaging channel has ended',
    payload: conversationEndedPayload,
  },
  'call.ended': { summary: 'A call has ended', payload: callEndedPayload },
};
