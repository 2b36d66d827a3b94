import { z } from 'zod';
import { ALERT_KINDS } from './alerts.ts';
import { CALL_STATUSES, CALL_TYPES, callTranscriptItem, callView } from './calls.ts';
import { LEAD_STATUSES } from './campaign-states.ts';
import { CONVERSATION_TYPES, evaluatedField } from './conversations.ts';
import { documentTypes } from './knowledge.ts';
import { QUALITY_RATINGS, SENDER_STATUSES } from './messaging.ts';
import { isoTimestamp, plainTimestamp, zonedTimestamp } from './timestamps.ts';
import type { EventType } from './webhook-events.ts';

const alertEvent = z.strictObject({
  id: z.int(),
  kind: z.enum(ALERT_KINDS),
  object_id: z
    .string()
    .describe('The id of the campaign, document, endpoint or sender; the name of a vendor.'),
  object_name: z.string().describe('Name of the object.'),
  message: z.string().describe('What happened, in a sentence.'),
  count: z.int().describe('Occurrences so far.'),
  opened_at: isoTimestamp.describe('When the problem first occurred.'),
});

const assistantOfEvent = z.strictObject({ id: z.int(), uuid: z.uuid(), name: z.string() });

export const conversationEndedPayload = z
  .strictObject({
    event: z.literal('conversation.ended'),
    conversation_id: z.uuid(),
    assistant_id: z
      .uuid()
      .nullable()
      .describe("Null if the conversation's sender no longer has an assistant."),
    assistant: assistantOfEvent.nullable(),
    type: z.enum(CONVERSATION_TYPES).describe('Only `msgapp` and `widget` conversations send this event.'),
    message_count: z.int(),
    status: z.literal('ended'),
    extracted_variables: z
      .record(z.string(), evaluatedField.shape.value)
      .describe(
        "Values of the assistant's `post_call_schema`; null if the conversation does not contain them.",
      ),
    evaluation_error: z
      .string()
      .nullable()
      .describe('Why values are missing although the evaluation was on; null if nothing went wrong.'),
    input_variables: z
      .record(z.string(), z.unknown())
      .describe("The assistant's variables, overridden by those of the conversation."),
    transcript: z.array(
      z.strictObject({ role: z.enum(['assistant', 'user']), content: z.string(), timestamp: zonedTimestamp }),
    ),
    formatted_transcript: z.string().describe('One line per message: `AI: …`, `Customer: …`.'),
    customer_phone: z.string().nullable().describe('Null if the customer did not share it.'),
    customer_identifier: z.string().nullable().describe("The customer's id in the channel; null if unknown."),
    customer_name: z.string().nullable(),
    sender: z.strictObject({ phone_number: z.string(), display_name: z.string() }).nullable(),
    total_cost: z.number().describe("Sum of the account's charges for the conversation, in dollars."),
    created_at: zonedTimestamp,
    ended_at: zonedTimestamp,
  })
  .describe("Sent to the assistant's `conversation_ended_webhook_url`. Later versions may add fields.");

export const callEndedPayload = z
  .strictObject({
    event: z.literal('call.ended'),
    type: z.literal('call.ended'),
    id: z.int(),
    external_id: z.string().nullable().describe('As passed to `make_call`.'),
    assistant: assistantOfEvent.nullable().describe('Null if the call reached no assistant.'),
    campaign: z
      .strictObject({ id: z.int(), name: z.string() })
      .nullable()
      .describe('Null if no campaign made the call.'),
    customer_phone: z.string().nullable().describe('Null for a withheld number or a web call.'),
    assistant_phone: z.string().nullable().describe('Null for a web call.'),
    duration: z.int().describe('Seconds from answer to end; 0 if the call was not answered.'),
    status: z.enum(CALL_STATUSES).describe('A final status.'),
    end_reason: z.string().nullable().describe('A sentence that explains why the call ended.'),
    extracted_variables: z
      .record(z.string(), evaluatedField.shape.value)
      .describe("Values of the assistant's `post_call_schema`; null if the call does not contain them."),
    evaluation_error: z
      .string()
      .nullable()
      .describe('Why values are missing although the evaluation was on; null if nothing went wrong.'),
    input_variables: z
      .record(z.string(), z.unknown())
      .describe("The assistant's variables, overridden by those of the call."),
    overrides: callView.shape.overrides,
    transcript: z.array(callTranscriptItem.strict()),
    formatted_transcript: z.string().describe('One line per utterance: `AI: …`, `Customer: …`.'),
    recording_url: z
      .string()
      .nullable()
      .optional()
      .describe("Only with the assistant's `include_recording_in_webhook`; null without a recording."),
    answered_by: callView.shape.answered_by,
    total_cost: z.number().describe("Sum of the account's charges for the call, in dollars."),
    carrier_cost: z
      .number()
      .nullable()
      .describe('In dollars; null until the carrier reports it, which is usually after this event.'),
    created_at: zonedTimestamp,
    finished_at: zonedTimestamp,
    lead: z
      .strictObject({
        id: z.int(),
        external_id: z.string().nullable(),
        phone_number: z.string(),
        variables: z.record(z.string(), z.unknown()),
        status: z.string(),
        call_tries: z.int(),
        goal_met: z
          .boolean()
          .nullable()
          .describe('Null if the campaign has no goal or the result is not known yet.'),
        created_at: plainTimestamp,
        updated_at: plainTimestamp,
        campaign: z.strictObject({ id: z.int(), name: z.string() }),
      })
      .nullable()
      .describe('Null if the call is not part of a campaign.'),
    transfers: z.array(callView.shape.transfers.element.strict()),
    function_calls: callView.shape.function_calls.describe('Tool calls, oldest first.'),
  })
  .describe("Sent to the assistant's `webhook_url`. Later versions may add fields.");

const campaignOfEvent = z.strictObject({ id: z.int(), name: z.string() });

const callOfEvent = z.strictObject({
  id: z.int(),
  external_id: z.string().nullable().describe('As passed to `make_call`.'),
  type: z.enum(CALL_TYPES),
  status: z.enum(CALL_STATUSES),
  customer_phone: z.string().nullable().describe('Null for a withheld number or a web call.'),
  assistant_phone: z.string().nullable().describe('Null for a web call.'),
  assistant: assistantOfEvent.nullable(),
  campaign: campaignOfEvent.nullable().describe('Null if no campaign made the call.'),
  lead_id: z.int().nullable(),
  created_at: isoTimestamp,
});

const conversationOfEvent = z.strictObject({
  conversation_id: z.uuid(),
  type: z.enum(CONVERSATION_TYPES),
  assistant: assistantOfEvent.nullable().describe("Null if the conversation's sender has no assistant."),
  customer_phone: z.string().nullable(),
  customer_identifier: z
    .string()
    .nullable()
    .describe("The customer's id in the channel or in your system; null if unknown."),
  customer_name: z.string().nullable(),
  created_at: isoTimestamp,
});

const CHANNELS = ['widget', 'msgapp', 'api', 'sms'] as const;

const messageOfEvent = z.strictObject({
  message_id: z.int().describe('For `sms`, the id of the SMS.'),
  channel: z.enum(CHANNELS),
  conversation: conversationOfEvent.nullable().describe('Null for an SMS.'),
  from: z.string().nullable(),
  to: z.string().nullable(),
  text: z.string(),
  created_at: isoTimestamp,
});

const campaignEvent = z.strictObject({
  id: z.int(),
  name: z.string(),
  stop_reason: z.string().nullable().describe('Why the campaign stopped by itself; otherwise null.'),
  assistant: assistantOfEvent.nullable(),
});

const documentEvent = z.strictObject({
  id: z.int(),
  knowledgebase_id: z.int(),
  name: z.string(),
  type: z.enum(documentTypes),
  warning: z.string().nullable(),
});

/** The data of every webhook event. Later versions may add fields. */
export const WEBHOOK_PAYLOADS = {
  'call.started': callOfEvent.extend({ status: z.literal('in-progress') }),
  'call.ended': callEndedPayload,
  'call.transferred': z.strictObject({
    call: callOfEvent,
    ...callView.shape.transfers.element.shape,
  }),
  'conversation.started': conversationOfEvent,
  'conversation.ended': conversationEndedPayload,
  'conversation.handed_off': conversationOfEvent,
  'message.received': messageOfEvent.extend({ author: z.literal('customer') }),
  'message.sent': messageOfEvent.extend({
    author: z
      .enum(['ai', 'human'])
      .describe('`human` is a member of the account, or a program that uses its API.'),
  }),
  'message.status': z.strictObject({
    message_id: z.int(),
    channel: z.enum(CHANNELS),
    conversation_id: z.uuid().nullable().describe('Null for an SMS.'),
    status: z.enum(['queued', 'sent', 'delivered', 'read', 'failed', 'undelivered']),
    error_code: z.string().nullable().describe("The carrier's code; null unless the message failed."),
    error: z.string().nullable(),
  }),
  'lead.updated': z.strictObject({
    id: z.int(),
    external_id: z.string().nullable(),
    phone_number: z.string(),
    campaign: campaignOfEvent,
    status: z.enum(LEAD_STATUSES),
    previous_status: z.enum(LEAD_STATUSES),
    variables: z.record(z.string(), z.unknown()),
    call_tries: z.int(),
    last_outcome: z.string().nullable().describe('Result of the last call; null before the first.'),
    goal_met: z
      .boolean()
      .nullable()
      .describe('Null if the campaign has no goal or the result is not known yet.'),
    created_at: isoTimestamp,
  }),
  'campaign.started': campaignEvent.extend({ status: z.literal('in-progress') }),
  'campaign.completed': campaignEvent.extend({ status: z.literal('completed') }),
  'campaign.paused': campaignEvent.extend({ status: z.literal('stopped') }),
  'contact.opted_out': z.strictObject({
    customer_phone: z.string().nullable().describe('Null for a customer without a phone number.'),
    customer_identifier: z
      .string()
      .nullable()
      .describe("The channel's id for a customer without a phone number."),
    source: z.enum(['customer', 'carrier', 'call']),
    call_id: z.int().nullable().describe('Only for `call`.'),
  }),
  'document.active': documentEvent.extend({ status: z.literal('active'), error: z.null() }),
  'document.failed': documentEvent.extend({ status: z.literal('failed'), error: z.string() }),
  'balance.low': z.strictObject({
    balance: z.number().describe('In dollars.'),
    threshold: z.number(),
  }),
  'sender.changed': z.strictObject({
    id: z.int(),
    phone_number: z.string(),
    display_name: z.string(),
    status: z.enum(SENDER_STATUSES),
    quality_rating: z.enum(QUALITY_RATINGS),
    messaging_limit: z.int(),
  }),
  'alert.opened': alertEvent.extend({ resolved_at: z.null().describe('Null while it is open.') }),
  'alert.resolved': alertEvent.extend({
    resolved_at: isoTimestamp.describe('When the alert was resolved.'),
  }),
  'test.ping': z.strictObject({ message: z.string() }),
} satisfies Record<EventType, z.ZodObject>;

/** The body that webhook endpoints get; webhooks of assistants consist of the data alone. */
export function eventBody<Type extends EventType>(type: Type) {
  return z.strictObject({
    type: z.literal(type),
    id: z.string().describe('The `webhook-id` header.'),
    timestamp: isoTimestamp,
    data: WEBHOOK_PAYLOADS[type],
  });
}
