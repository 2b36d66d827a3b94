/** The objects that events are about; `subject_id` is the id of one. */
export type EventSubject = 'call' | 'conversation';

/** Every webhook event, with its subject. The payloads, by the same names, are in `webhook-payloads.ts`. */
export const WEBHOOK_EVENTS = {
  'call.ended': { subject: 'call', summary: 'A call has ended' },
  'conversation.ended': {
    subject: 'conversation',
    summary: 'A conversation of the widget or the messaging channel has ended',
  },
} as const satisfies Record<string, { subject: EventSubject; summary: string }>;

/** Noun and action. */
export type EventType = keyof typeof WEBHOOK_EVENTS;

/** Names of all events about one kind of object. */
export function eventsAbout(subject: EventSubject): EventType[] {
  return EVENT_TYPES.filter((type) => WEBHOOK_EVENTS[type].subject === subject);
}

export const EVENT_TYPES = asEventTypes(Object.keys(WEBHOOK_EVENTS));

/** Keeps the names of events; a later version of the server may have more. */
export function asEventTypes(names: readonly string[]): EventType[] {
  return names.filter((name): name is EventType => Object.hasOwn(WEBHOOK_EVENTS, name));
}
