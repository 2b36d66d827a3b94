import type { InboxFilter } from '../../data/conversations.ts';
import { dayOf, idOf, oneOf, present, textOf } from '../../lib/search/search-values.ts';

export const TABS = ['messages', 'about', 'webhooks'] as const;

/** What the address says: the filter, as the API takes it, and the tab of the open conversation. */
export type ConversationsSearch = InboxFilter & { tab?: (typeof TABS)[number] };

export function conversationsSearch(search: Record<string, unknown>): ConversationsSearch {
  const isAiEnabled = search['ai_enabled'];
  return present({
    type: oneOf(['test', 'widget', 'msgapp', 'api'] as const, search['type']),
    assistant_id: idOf(search['assistant_id']),
    status: oneOf(['active', 'ended'] as const, search['status']),
    ai_enabled: typeof isAiEnabled === 'boolean' ? isAiEnabled : undefined,
    customer: textOf(search['customer'], 64),
    date_from: dayOf(search['date_from']),
    date_to: dayOf(search['date_to']),
    tab: oneOf(TABS, search['tab']),
  });
}

/** The filter alone, without what does not narrow the list. */
export function filterOf({ tab: _tab, ...filter }: ConversationsSearch): InboxFilter {
  return filter;
}
