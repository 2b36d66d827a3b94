import { z } from 'zod';
import { CALL_STATUSES, CALL_TYPES, callTranscriptItem, callView } from './calls.ts';
import { CONVERSATION_TYPES, evaluatedField } from './conversations.ts';
import { isoTimestamp, plainTimestamp, zonedTimestamp } from './timestamps.ts';
import type { EventType } from './webhook-events.ts';

const assistantOfEvent = z.strictObject({ id: z.int(), uuid: z.uuid(), name: z.string() });

/** Sent to the assistant's `conversation_ended_webhook_url`. Later versions may add fields. */
export const conversationEndedPayload = z.strictObject({
  event: z.literal('conversation.ended'),
  conversation_id: z.uuid(),
  /** Null if the conversation's sender no longer has an assistant. */
  assistant_id: z.uuid().nullable(),
  assistant: assistantOfEvent.nullable(),
  /** Only `msgapp` and `widget` conversations send this event. */
  type: z.enum(CONVERSATION_TYPES),
  message_count: z.int(),
  status: z.literal('ended'),
  /** Values of the assistant's `post_call_schema`; null if the conversation does not contain them. */
  extracted_variables: z.record(z.string(), evaluatedField.shape.value),
  /** Why values are missing although the evaluation was on; null if nothing went wrong. */
  evaluation_error: z.string().nullable(),
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
  /** Sum of the account's charges for the conversation, in dollars. */
  total_cost: z.number(),
  created_at: zonedTimestamp,
  ended_at: zonedTimestamp,
});

/** Sent to the assistant's `webhook_url`. Later versions may add fields. */
export const callEndedPayload = z.strictObject({
  event: z.literal('call.ended'),
  type: z.literal('call.ended'),
  id: z.int(),
  /** As given with `make_call`. */
  external_id: z.string().nullable(),
  /** Null if the call reached no assistant. */
  assistant: assistantOfEvent.nullable(),
  /** Null if no campaign made the call. */
  campaign: z.strictObject({ id: z.int(), name: z.string() }).nullable(),
  /** Null for a withheld number or a web call. */
  customer_phone: z.string().nullable(),
  /** Null for a web call. */
  assistant_phone: z.string().nullable(),
  /** Seconds from answer to end; 0 if the call was not answered. */
  duration: z.int(),
  /** A final status. */
  status: z.enum(CALL_STATUSES),
  /** A sentence that explains why the call ended. */
  end_reason: z.string().nullable(),
  /** Values of the assistant's `post_call_schema`; null if the call does not contain them. */
  extracted_variables: z.record(z.string(), evaluatedField.shape.value),
  /** Why values are missing although the evaluation was on; null if nothing went wrong. */
  evaluation_error: z.string().nullable(),
  /** The assistant's variables, overridden by those of the call. */
  input_variables: z.record(z.string(), z.unknown()),
  overrides: callView.shape.overrides,
  transcript: z.array(callTranscriptItem.strict()),
  /** One line per utterance: `AI: …`, `Customer: …`. */
  formatted_transcript: z.string(),
  /** Only with the assistant's `include_recording_in_webhook`; null without a recording. */
  recording_url: z.string().nullable().optional(),
  answered_by: callView.shape.answered_by,
  /** Sum of the account's charges for the call, in dollars. */
  total_cost: z.number(),
  /** In dollars; null until the carrier reports it, which is usually after this event. */
  carrier_cost: z.number().nullable(),
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
      /** Null if the campaign has no goal or it is not known yet. */
      goal_met: z.boolean().nullable(),
      created_at: plainTimestamp,
      updated_at: plainTimestamp,
      campaign: z.strictObject({ id: z.int(), name: z.string() }),
    })
    .nullable(),
  transfers: z.array(callView.shape.transfers.element.strict()),
  /** Tool calls, oldest first. */
  function_calls: callView.shape.function_calls,
});

const campaignOfEvent = z.strictObject({ id: z.int(), name: z.string() });

const callOfEvent = z.strictObject({
  id: z.int(),
  /** As given with `make_call`. */
  external_id: z.string().nullable(),
  type: z.enum(CALL_TYPES),
  status: z.enum(CALL_STATUSES),
  /** Null for a withheld number or a web call. */
  customer_phone: z.string().nullable(),
  /** Null for a web call. */
  assistant_phone: z.string().nullable(),
  assistant: assistantOfEvent.nullable(),
  /** Null if no campaign made the call. */
  campaign: campaignOfEvent.nullable(),
  lead_id: z.int().nullable(),
  created_at: isoTimestamp,
});

const conversationOfEvent = z.strictObject({
  conversation_id: z.uuid(),
  type: z.enum(CONVERSATION_TYPES),
  /** Null if the conversation's sender has no assistant. */
  assistant: assistantOfEvent.nullable(),
  customer_phone: z.string().nullable(),
  /** The channel's or your id of the customer; null if unknown. */
  customer_identifier: z.string().nullable(),
  customer_name: z.string().nullable(),
  created_at: isoTimestamp,
});

const CHANNELS = ['widget', 'msgapp', 'api', 'sms'] as const;

const messageOfEvent = z.strictObject({
  /** For `sms` the id of the SMS. */
  message_id: z.int(),
  channel: z.enum(CHANNELS),
  /** Null for an SMS. */
  conversation: conversationOfEvent.nullable(),
  /** Numbers of an SMS; otherwise null. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** `human` is a member of the account, or a program that uses its API. */
  author: z.enum(['customer', 'ai', 'human']),
  text: z.string(),
  created_at: isoTimestamp,
});

const campaignEvent = z.strictObject({
  id: z.int(),
  name: z.string(),
  status: z.enum(['in-progress', 'stopped', 'completed']),
  /** Why the campaign stopped itself; otherwise null. */
  stop_reason: z.string().nullable(),
  assistant: assistantOfEvent.nullable(),
});

const documentEvent = z.strictObject({
  id: z.int(),
  knowledgebase_id: z.int(),
  name: z.string(),
  type: z.string(),
  status: z.enum(['active', 'failed']),
  warning: z.string().nullable(),
  error: z.string().nullable(),
});

/** The data of every webhook event. Later versions may add fields. */
export const WEBHOOK_PAYLOADS = {
  'call.started': callOfEvent,
  'call.ended': callEndedPayload,
  'call.transferred': z.strictObject({
    call: callOfEvent,
    ...callView.shape.transfers.element.shape,
  }),
  'conversation.started': conversationOfEvent,
  'conversation.ended': conversationEndedPayload,
  'conversation.handed_off': conversationOfEvent,
  'message.received': messageOfEvent,
  'message.sent': messageOfEvent,
  'message.status': z.strictObject({
    message_id: z.int(),
    channel: z.enum(CHANNELS),
    /** Null for an SMS. */
    conversation_id: z.uuid().nullable(),
    status: z.enum(['queued', 'sent', 'delivered', 'read', 'failed', 'undelivered']),
    /** The carrier's code; null unless the message failed. */
    error_code: z.string().nullable(),
    error: z.string().nullable(),
  }),
  'lead.updated': z.strictObject({
    id: z.int(),
    external_id: z.string().nullable(),
    phone_number: z.string(),
    campaign: campaignOfEvent,
    status: z.string(),
    previous_status: z.string(),
    variables: z.record(z.string(), z.unknown()),
    call_tries: z.int(),
    /** Result of the last call; null before the first. */
    last_outcome: z.string().nullable(),
    /** Null if the campaign has no goal or it is not known yet. */
    goal_met: z.boolean().nullable(),
    created_at: isoTimestamp,
  }),
  'campaign.started': campaignEvent,
  'campaign.completed': campaignEvent,
  'campaign.paused': campaignEvent,
  'contact.opted_out': z.strictObject({
    /** Null for a customer without a phone number. */
    customer_phone: z.string().nullable(),
    /** The channel's id of a customer without a phone number. */
    customer_identifier: z.string().nullable(),
    source: z.enum(['customer', 'carrier', 'call']),
    /** Only for `call`. */
    call_id: z.int().nullable(),
  }),
  'document.active': documentEvent,
  'document.failed': documentEvent,
  'balance.low': z.strictObject({
    /** In dollars. */
    balance: z.number(),
    threshold: z.number(),
  }),
  'sender.changed': z.strictObject({
    id: z.int(),
    phone_number: z.string(),
    display_name: z.string(),
    status: z.string(),
    quality_rating: z.string(),
    messaging_limit: z.int(),
  }),
  'test.ping': z.strictObject({ message: z.string() }),
} satisfies Record<EventType, z.ZodObject>;

/** The body that webhook endpoints get; webhooks of assistants consist of the data alone. */
export function eventBody<Type extends EventType>(type: Type) {
  return z.strictObject({
    type: z.literal(type),
    /** The `webhook-id` header. */
    id: z.string(),
    timestamp: isoTimestamp,
    data: WEBHOOK_PAYLOADS[type],
  });
}
