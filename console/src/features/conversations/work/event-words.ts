import type { ConversationEvent } from '../../../data/inbox.ts';
import { formatDateTime } from '../../../lib/format/format.ts';

/** What happened: `Ada assigned this to Bob`. */
export function eventWords({ kind, author, assignee, snoozed_until: until }: ConversationEvent): string {
  switch (kind) {
    case 'assigned':
      if (assignee === null) return `${author ?? 'The assistant'} removed the assignee`;
      return author === assignee
        ? `${author} took this conversation`
        : `${author ?? 'The assistant'} assigned this to ${assignee}`;
    case 'snoozed':
      return `${author} snoozed this until ${until === null ? 'later' : formatDateTime(until)}`;
    case 'closed':
      return `${author} closed this conversation`;
    case 'reopened':
      return author === null
        ? 'The customer’s message reopened this conversation'
        : `${author} reopened this conversation`;
  }
}
