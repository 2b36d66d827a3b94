import { asEventTypes, type EventSubject, WEBHOOK_EVENTS } from '#contract/webhook-events.ts';

interface SubjectLink {
  to: string;
  label: string;
}

const LINKS: Record<EventSubject, (id: string) => SubjectLink | null> = {
  call: (id) => ({ to: `/calls/${id}`, label: `Call ${id}` }),
  conversation: (id) =>
    id.startsWith('sms_')
      ? { to: '/messaging', label: 'SMS' }
      : { to: `/conversations/${id}`, label: 'Conversation' },
  lead: () => null,
  campaign: (id) => ({ to: `/campaigns/${id}`, label: `Campaign ${id}` }),
  contact: () => null,
  document: () => null,
  account: () => null,
  sender: () => null,
  endpoint: () => null,
  alert: () => null,
};

/** Link to the subject of a webhook; null if this console does not know the event. */
export function subjectLink(event: string, subjectId: string): SubjectLink | null {
  const [type] = asEventTypes([event]);
  return type === undefined ? null : LINKS[WEBHOOK_EVENTS[type].subject](subjectId);
}
