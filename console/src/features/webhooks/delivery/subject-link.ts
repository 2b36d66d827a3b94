import { asEventTypes, type EventSubject, WEBHOOK_EVENTS } from '#contract/webhook-events.ts';

interface SubjectLink {
  to: string;
  label: string;
}

const LINKS: Record<EventSubject, (id: string) => SubjectLink> = {
  call: (id) => ({ to: `/calls/${id}`, label: `Call ${id}` }),
  conversation: (id) => ({ to: `/conversations/${id}`, label: 'Conversation' }),
};

/** Link to the subject of a webhook; null if this console does not know the event. */
export function subjectLink(event: string, subjectId: string): SubjectLink | null {
  const [type] = asEventTypes([event]);
  return type === undefined ? null : LINKS[WEBHOOK_EVENTS[type].subject](subjectId);
}
