import type { z } from 'zod';
import type { EventType } from './webhook-events.ts';
import type { WEBHOOK_PAYLOADS } from './webhook-payloads.ts';

type EventData<Type extends EventType> = z.output<(typeof WEBHOOK_PAYLOADS)[Type]>;

const assistant = { id: 7, uuid: '0b7c1a52-54a5-4c1b-9d7a-0d0c9a1f2e3d', name: 'Mill Inn' };
const campaign = { id: 3, name: 'Spring' };

const call: EventData<'call.started'> = {
  id: 17,
  external_id: 'order-4711',
  type: 'inbound',
  status: 'in-progress',
  customer_phone: '+40721000000',
  assistant_phone: '+40312000000',
  assistant,
  campaign: null,
  lead_id: null,
  created_at: '2026-03-01T10:00:00.000000Z',
};

const conversation: EventData<'conversation.started'> = {
  conversation_id: '6e6a2f5c-0000-4000-8000-000000000000',
  type: 'msgapp',
  assistant,
  customer_phone: '+40721000000',
  customer_identifier: null,
  customer_name: 'Ada',
  created_at: '2026-03-01T10:00:00.120034Z',
};

const message: EventData<'message.received'> = {
  message_id: 41,
  channel: 'msgapp',
  conversation,
  from: null,
  to: null,
  author: 'customer',
  text: 'Is a table free tonight?',
  created_at: '2026-03-01T10:00:00.121877Z',
};

const campaignInProgress: EventData<'campaign.started'> = {
  ...campaign,
  status: 'in-progress',
  stop_reason: null,
  assistant,
};

const alert = {
  id: 3,
  kind: 'document_failed',
  object_id: '12',
  object_name: 'Price list.pdf',
  message: 'The file is damaged or is not a PDF.',
  count: 1,
  opened_at: '2026-03-01T10:00:00.000000Z',
} as const;

const document: EventData<'document.active'> = {
  id: 5,
  knowledgebase_id: 2,
  name: 'Menu',
  type: 'pdf',
  status: 'active',
  warning: null,
  error: null,
};

/** An example of every event's data, in the OpenAPI document and in the documentation. */
export const WEBHOOK_EXAMPLES: { readonly [Type in EventType]: EventData<Type> } = {
  'call.started': call,
  'call.ended': {
    event: 'call.ended',
    type: 'call.ended',
    id: 17,
    external_id: 'order-4711',
    assistant,
    campaign: null,
    customer_phone: '+40721000000',
    assistant_phone: '+40312000000',
    duration: 42,
    status: 'ended_by_customer',
    end_reason: 'the customer hung up',
    extracted_variables: { guests: 4 },
    evaluation_error: null,
    input_variables: { shop: 'Mill Inn' },
    overrides: null,
    transcript: [
      {
        text: 'Mill Inn, good evening.',
        type: 'transcript',
        sender: 'bot',
        timestamp: '2026-03-01T10:00:01.204000Z',
      },
      {
        text: 'A table for four, please.',
        type: 'transcript',
        sender: 'human',
        timestamp: '2026-03-01T10:00:04.310000Z',
      },
    ],
    formatted_transcript: 'AI: Mill Inn, good evening.\nCustomer: A table for four, please.',
    recording_url: 'https://parley.example/api/recordings/…',
    answered_by: 'human',
    total_cost: 0.1,
    carrier_cost: null,
    created_at: '2026-03-01T12:00:00+02:00',
    finished_at: '2026-03-01T12:00:43+02:00',
    lead: null,
    transfers: [],
    function_calls: [{ name: 'book', arguments: { guests: 4 }, result: { status: 201, body: { table: 7 } } }],
  },
  'call.transferred': {
    call,
    kind: 'blind',
    target: '+40312000099',
    outcome: 'failed',
    reason: 'busy',
    at_ms: 30_250,
  },
  'conversation.started': conversation,
  'conversation.ended': {
    event: 'conversation.ended',
    conversation_id: conversation.conversation_id,
    assistant_id: assistant.uuid,
    assistant,
    type: 'msgapp',
    message_count: 3,
    status: 'ended',
    extracted_variables: { status: true, guests: 4, email: null },
    evaluation_error: null,
    input_variables: { shop: 'Mill Inn', plan: 'premium' },
    transcript: [
      { role: 'user', content: 'Is a table free tonight?', timestamp: '2026-03-01T12:00:00+02:00' },
      { role: 'assistant', content: 'Yes. For how many?', timestamp: '2026-03-01T12:00:02+02:00' },
      { role: 'user', content: 'Four, at 8.', timestamp: '2026-03-01T12:01:07+02:00' },
    ],
    formatted_transcript: 'Customer: Is a table free tonight?\nAI: Yes. For how many?\nCustomer: Four, at 8.',
    customer_phone: '+40721000000',
    customer_identifier: null,
    customer_name: 'Ada',
    sender: { phone_number: '+40312000000', display_name: 'Mill Inn' },
    total_cost: 0.02,
    created_at: '2026-03-01T12:00:00+02:00',
    ended_at: '2026-03-01T12:31:07+02:00',
  },
  'conversation.handed_off': conversation,
  'message.received': message,
  'message.sent': {
    ...message,
    message_id: 42,
    author: 'ai',
    text: 'Yes. For how many?',
    created_at: '2026-03-01T10:00:02.004512Z',
  },
  'message.status': {
    message_id: 42,
    channel: 'msgapp',
    conversation_id: conversation.conversation_id,
    status: 'failed',
    error_code: '131047',
    error: 'The 24-hour window is closed: only an approved template can be sent.',
  },
  'lead.updated': {
    id: 12,
    external_id: 'crm-42',
    phone_number: '+40721000000',
    campaign,
    status: 'completed',
    previous_status: 'processing',
    variables: { name: 'Ada' },
    call_tries: 2,
    last_outcome: 'answered',
    goal_met: true,
    created_at: '2026-02-27T08:30:00.000000Z',
  },
  'campaign.started': campaignInProgress,
  'campaign.completed': { ...campaignInProgress, status: 'completed' },
  'campaign.paused': { ...campaignInProgress, status: 'stopped' },
  'contact.opted_out': {
    customer_phone: '+40721000000',
    customer_identifier: null,
    source: 'customer',
    call_id: null,
  },
  'document.active': document,
  'document.failed': { ...document, status: 'failed', error: 'The file is damaged or is not a PDF.' },
  'balance.low': { balance: 4.96, threshold: 5 },
  'sender.changed': {
    id: 1,
    phone_number: '+40312000000',
    display_name: 'Mill Inn',
    status: 'online',
    quality_rating: 'YELLOW',
    messaging_limit: 1000,
  },
  'alert.opened': { ...alert, resolved_at: null },
  'alert.resolved': { ...alert, resolved_at: '2026-03-01T11:00:00.000000Z' },
  'test.ping': { message: 'This is a test of the webhook endpoint.' },
};

/** The body of an event that a webhook endpoint gets. */
export function exampleBody(type: EventType): object {
  return {
    type,
    id: 'msg_019ad4f0c1e83f5a9c27d4b6e8f0a1b2',
    timestamp: '2026-03-01T10:00:00.123456Z',
    data: WEBHOOK_EXAMPLES[type],
  };
}
