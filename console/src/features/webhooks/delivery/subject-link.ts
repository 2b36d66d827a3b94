import { asEventTypes, type EventSubject, WEBHOOK_EVENTS } from '#contract/webhook-events.ts';
import { t } from '../../../lib/i18n/t.ts';

interface SubjectLink {
  to: string;
  label: string;
}

const LINKS: Record<EventSubject, (id: string) => SubjectLink | null> = {
  call: (id) => ({ to: `/calls/${id}`, label: t('Call {id}', { id }) }),
  conversation: (id) =>
    id.startsWith('sms_')
      ? { to: '/messaging', label: 'SMS' }
      : { to: `/conversations/${id}`, label: t('Conversation') },
  lead: () => null,
  campaign: (id) => ({ to: `/campaigns/${id}`, label: t('Campaign {id}', { id }) }),
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
