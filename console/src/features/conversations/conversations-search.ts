import type { InboxView } from '#contract/inbox.ts';
import type { InboxFilter } from '../../data/conversations.ts';
import { type DialogAddress, dialogIn } from '../../lib/search/dialogs.ts';
import { dayOf, flagOf, idOf, oneOf, present, textOf } from '../../lib/search/search-values.ts';
import { REPLY_DIALOGS } from './reply/reply-dialogs.ts';

/** The contract's list would load its schemas with the first page. */
export const VIEWS = [
  'mine',
  'unassigned',
  'all',
  'snoozed',
  'closed',
] as const satisfies readonly InboxView[];

export const TABS = ['messages', 'about', 'webhooks'] as const;

/** View of the open conversation: tab, expanded webhook, template composer, dialog. */
interface ConversationView {
  tab?: (typeof TABS)[number];
  webhook?: string;
  /** Time of a message to show. */
  at?: string;
  write?: 'template';
  open?: DialogAddress<typeof REPLY_DIALOGS>;
}

/** Search parameters: the list filter in the API's names, and the view of the open conversation. */
export type ConversationsSearch = InboxFilter & ConversationView;

export function conversationsSearch(search: Record<string, unknown>): ConversationsSearch {
  return present({
    type: oneOf(['test', 'widget', 'msgapp', 'api'] as const, search['type']),
    assistant_id: idOf(search['assistant_id']),
    status: oneOf(['active', 'ended'] as const, search['status']),
    ai_enabled: flagOf(search['ai_enabled']),
    has_opted_out: flagOf(search['has_opted_out']),
    search: textOf(search['search'], 200),
    customer: textOf(search['customer'], 64),
    view: oneOf(VIEWS, search['view']),
    group_id: idOf(search['group_id']),
    tag: textOf(search['tag'], 40),
    date_from: dayOf(search['date_from']),
    date_to: dayOf(search['date_to']),
    tab: oneOf(TABS, search['tab']),
    webhook: textOf(search['webhook'], 36),
    at: textOf(search['at'], 32),
    write: oneOf(['template'] as const, search['write']),
    open: dialogIn(REPLY_DIALOGS, search['open']),
  });
}

/** The list filter only. */
export function filterOf(search: ConversationsSearch): InboxFilter {
  const { tab: _tab, webhook: _webhook, at: _at, write: _write, open: _open, ...filter } = search;
  return filter;
}

/** The view of the open conversation only. */
export function viewOf({ tab, webhook, at, write, open }: ConversationsSearch): ConversationView {
  return present({ tab, webhook, at, write, open });
}
