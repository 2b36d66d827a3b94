import { type DialogAddress, dialogIn } from '../../lib/search/dialogs.ts';
import { present } from '../../lib/search/search-values.ts';

export const INBOX_DIALOGS = {
  'new-group': 'plain',
  group: 'id',
  'new-reply': 'plain',
  reply: 'id',
} as const;

export interface InboxSettingsSearch {
  open?: DialogAddress<typeof INBOX_DIALOGS>;
}

export function inboxSettingsSearch(search: Record<string, unknown>): InboxSettingsSearch {
  return present({ open: dialogIn(INBOX_DIALOGS, search['open']) });
}
