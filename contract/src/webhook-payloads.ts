import { z } from 'zod';
import { CALL_STATUSES, callTranscriptItem, callView } from './calls.ts';
import { CONVERSATION_TYPES, evaluatedField } from './conversations.ts';
import { zonedTimestamp } from './timestamps.ts';
import type { EventType } from './webhook-events.ts';

/** Sent to the assistant's `conversation_ended_webhook_url`. Later versions may add fields. */
export const conversationEndedPayload = z.strictObject({
  conversation_id: z.uuid(),
  /** Null if the conversation's sender no longer has an assistant. */
  assistant_id: z.uuid().nullable(),
  /** Only `msgapp` and `widget` conversations send this event. */
  type: z.enum(CONVERSATION_TYPES),
  message_count: z.int(),
  status: z.literal('ended'),
  /** Values of the assistant's `post_call_schema`; null if the conversation does not contain them. */
  extracted_variables: z.record(z.string(), evaluatedField.shape.value),
  /** The assistant's variables, overridden by those of the conversation. */
  input_variables: z.record(z.string(), z.unknown()),
  transcript: z.array(
    z.strictObject({ role: z.enum(['assistant', 'user']), content: z.string(), timestamp: zonedTimestamp }),
  ),
  /** One line per message: `AI: …`, `Customer: …`. */
  formatted_transcript: z.string(),
  /** Null if the customer did not share it. */
  customer_phone: z.string().nullable(),
  /** The channel's id of the customer; null if unknown. */
  customer_identifier: z.string().nullable(),
  customer_name: z.string().nullable(),
  sender: z.strictObject({ phone_number: z.string(), display_name: z.string() }).nullable(),
  created_at: zonedTimestamp,
  ended_at: zonedTimestamp,
});

/** Sent to the assistant's `webhook_url`. Later versions may add fields. */
export const callEndedPayload = z.strictObject({
  id: z.int(),
  /** Null for a withheld number or a web call. */
  customer_phone: z.string().nullable(),
  /** Null for a web call. */
  assistant_phone: z.string().nullable(),
  /** Seconds from answer to end; 0 if the call was not answered. */
  duration: z.int(),
  /** A final status. */
  status: z.enum(CALL_STATUSES),
  /** Values of the assistant's `post_call_schema`; null if the call does not contain them. */
  extracted_variables: z.record(z.string(), evaluatedField.shape.value),
  /** The assistant's variables, overridden by those of the call. */
  input_variables: z.record(z.string(), z.unknown()),
  transcript: z.array(callTranscriptItem.strict()),
  /** One line per utterance: `AI: …`, `Customer: …`. */
  formatted_transcript: z.string(),
  /** Only with the assistant's `include_recording_in_webhook`; null without a recording. */
  recording_url: z.string().nullable().optional(),
  answered_by: callView.shape.answered_by,
  created_at: zonedTimestamp,
  finished_at: zonedTimestamp,
  /** Null if the call is not part of a campaign. */
  lead: z
    .strictObject({
      id: z.int(),
      external_id: z.string().nullable(),
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

/** The body of every webhook event. */
export const WEBHOOK_PAYLOADS = {
  'conversation.ended': conversationEndedPayload,
  'call.ended': callEndedPayload,
} satisfies Record<EventType, z.ZodObject>;
