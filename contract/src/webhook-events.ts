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
  | 'endpoint'
  | 'alert';

interface EventMeaning {
  subject: EventSubject;
  /** The change, in a sentence without its period. */
  summary: string;
  /** When exactly the event is sent to endpoints, in sentences. */
  details: string;
}

/**
 * Every webhook event, with its subject. The data of each, by the same names, is in `webhook-payloads.ts`. An SMS has the
 * subject id `sms_<id>`.
 */
export const WEBHOOK_EVENTS = {
  'call.started': {
    subject: 'call',
    summary: 'A call was answered',
    details: 'Sent for calls of every type. Unanswered calls send only `call.ended`.',
  },
  'call.ended': {
    subject: 'call',
    summary: 'A call has ended',
    details:
      "Sent after the evaluation, for answered and unanswered calls. The assistant's webhook settings do not affect it.",
  },
  'call.transferred': {
    subject: 'call',
    summary: 'The transfer of a call has succeeded or failed',
    details: 'Sent once for each attempt.',
  },
  'conversation.started': {
    subject: 'conversation',
    summary: 'A conversation of the widget, the messaging channel or the API has started',
    details: 'In the widget, sent when the visitor first writes.',
  },
  'conversation.ended': {
    subject: 'conversation',
    summary: 'A conversation in which the customer wrote has ended',
    details: 'Sent after the evaluation, and again after the next end if the customer writes again.',
  },
  'conversation.handed_off': {
    subject: 'conversation',
    summary: 'The assistant was turned off in a conversation, so that a person answers',
    details: 'Sent when a person or a program turns it off.',
  },
  'message.received': {
    subject: 'conversation',
    summary: 'A customer wrote a message or an SMS',
    details: 'For an SMS, `channel` is `sms` and `conversation` is null.',
  },
  'message.sent': {
    subject: 'conversation',
    summary: 'A message or an SMS to a customer was stored for sending',
    details:
      'Sent for messages of assistants, people and programs. `message.status` follows with the delivery state.',
  },
  'message.status': {
    subject: 'conversation',
    summary: 'The delivery state of a message or an SMS has changed',
    details: 'Sent once for each state that the carrier reports.',
  },
  'lead.updated': {
    subject: 'lead',
    summary: 'The status, goal, variables, number or campaign of a lead has changed',
    details: 'New and imported leads send no event.',
  },
  'campaign.started': {
    subject: 'campaign',
    summary: 'A campaign has started',
    details: 'Also sent when a stopped campaign starts again.',
  },
  'campaign.completed': {
    subject: 'campaign',
    summary: 'A campaign has called all its leads',
    details: 'Sent only if `mark_complete_when_no_leads` is on.',
  },
  'campaign.paused': {
    subject: 'campaign',
    summary: 'A campaign was stopped',
    details: 'Sent when a person or a program stops it, or when it stops itself for the `stop_reason`.',
  },
  'contact.opted_out': {
    subject: 'contact',
    summary: 'A customer opted out by message, through the carrier or in a call',
    details: 'Numbers that members add to the do-not-call list send no event.',
  },
  'document.active': {
    subject: 'document',
    summary: 'A document can be searched',
    details: 'Sent when its processing has ended.',
  },
  'document.failed': {
    subject: 'document',
    summary: 'A document could not be read',
    details: 'Sent when its processing has failed for the reason in `error`.',
  },
  'balance.low': {
    subject: 'account',
    summary: 'The balance has fallen below 5 USD',
    details: 'Sent once each time the balance falls below this threshold.',
  },
  'sender.changed': {
    subject: 'sender',
    summary: 'The status, quality rating, messaging limit or name of a sender has changed',
    details: 'Sent for changes that the carrier reports and for changes by members.',
  },
  'alert.opened': {
    subject: 'alert',
    summary: 'Something needs attention, such as a failed document or a paused campaign',
    details: 'Sent once for each alert whose kind has webhooks switched on in the alert settings.',
  },
  'alert.resolved': {
    subject: 'alert',
    summary: 'The cause of an alert is gone',
    details: 'Sent for dismissed alerts, too.',
  },
  'test.ping': {
    subject: 'endpoint',
    summary: 'A test of a webhook endpoint, sent only on request',
    details:
      'Sent by the button “Send test” of the console, and by `POST /user/webhook-endpoints/{id}/test`.',
  },
} as const satisfies Record<string, EventMeaning>;

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
