import type { ConversationEvent } from '../../../data/inbox.ts';
import { formatDateTime } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n/t.ts';

/** An event as a sentence: `Ada assigned this to Bob`. */
export function eventWords({ kind, author, assignee, snoozed_until: until }: ConversationEvent): string {
  const who = author ?? t('The assistant');
  switch (kind) {
    case 'assigned':
      if (assignee === null) return t('{who} removed the assignee', { who });
      if (author === assignee) return t('{who} took this conversation', { who });
      return t('{who} assigned this to {assignee}', { who, assignee });
    case 'snoozed':
      return until === null
        ? t('{who} snoozed this', { who })
        : t('{who} snoozed this until {time}', { who, time: formatDateTime(until) });
    case 'closed':
      return t('{who} closed this conversation', { who });
    case 'reopened':
      return author === null
        ? t('The customer’s message reopened this conversation')
        : t('{who} reopened this conversation', { who });
  }
}
