/** The objects that events are about; `subject_id` is the id of one. */
export type EventSubject =
  | 'call'
  | 'conversation'
  | 'lead'
  | 'campaign'
  | 'contact'
  | 'document'
  | 'account'
  | 'sender'
  | 'endpoint';

/**
 * Every webhook event, with its subject. The data of each, by the same names, is in `webhook-payloads.ts`. An SMS has the
 * subject id `sms_<id>`.
 */
export const WEBHOOK_EVENTS = {
  'call.started': { subject: 'call', summary: 'A call was answered' },
  'call.ended': { subject: 'call', summary: 'A call has ended' },
  'call.transferred': { subject: 'call', summary: 'The transfer of a call has succeeded or failed' },
  'conversation.started': {
    subject: 'conversation',
    summary: 'A conversation of the widget, the messaging channel or the API has started',
  },
  'conversation.ended': {
    subject: 'conversation',
    summary: 'A conversation in which the customer wrote has ended',
  },
  'conversation.handed_off': {
    subject: 'conversation',
    summary: 'The assistant was turned off in a conversation, so that a person answers',
  },
  'message.received': { subject: 'conversation', summary: 'A customer wrote a message or an SMS' },
  'message.sent': {
    subject: 'conversation',
    summary: 'A message or an SMS to a customer was stored for sending',
  },
  'message.status': {
    subject: 'conversation',
    summary: 'The delivery state of a message or an SMS has changed',
  },
  'lead.updated': {
    subject: 'lead',
    summary: 'The status, goal, variables, number or campaign of a lead has changed',
  },
  'campaign.started': { subject: 'campaign', summary: 'A campaign has started' },
  'campaign.completed': { subject: 'campaign', summary: 'A campaign has called all its leads' },
  'campaign.paused': { subject: 'campaign', summary: 'A campaign was stopped' },
  'contact.opted_out': {
    subject: 'contact',
    summary: 'A customer opted out by message, through the carrier or in a call',
  },
  'document.active': { subject: 'document', summary: 'A document can be searched' },
  'document.failed': { subject: 'document', summary: 'A document could not be read' },
  'balance.low': { subject: 'account', summary: 'The balance has fallen below 5 USD' },
  'sender.changed': {
    subject: 'sender',
    summary: 'The status, quality rating, messaging limit or name of a sender has changed',
  },
  'test.ping': { subject: 'endpoint', summary: 'A test of a webhook endpoint, sent only on request' },
} as const satisfies Record<string, { subject: EventSubject; summary: string }>;

/** Noun and action. */
export type EventType = keyof typeof WEBHOOK_EVENTS;

/** Events that are also sent to the URL of the assistant, with their data as the whole body. */
export const ASSISTANT_EVENTS = ['call.ended', 'conversation.ended'] as const satisfies EventType[];

/** Names of all events about one kind of object. */
export function eventsAbout(subject: EventSubject): EventType[] {
  return EVENT_TYPES.filter((type) => WEBHOOK_EVENTS[type].subject === subject);
}

export const EVENT_TYPES = asEventTypes(Object.keys(WEBHOOK_EVENTS));

/** Events that endpoints can subscribe to. */
export const SUBSCRIBABLE_EVENTS = EVENT_TYPES.filter((type) => type !== 'test.ping');

/** Keeps the names of events; a later version of the server may have more. */
export function asEventTypes(names: readonly string[]): EventType[] {
  return names.filter((name): name is EventType => Object.hasOwn(WEBHOOK_EVENTS, name));
}
