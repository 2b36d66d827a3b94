import type { SmsFilter } from '../../data/sms.ts';
import { type DialogAddress, dialogIn } from '../../lib/search/dialogs.ts';
import { dayOf, idOf, present } from '../../lib/search/search-values.ts';
import { DIRECTION_WORDS, SMS_STATUS_WORDS } from './sms/sms-words.ts';

export type MessagingTab = 'senders' | 'sms';

export const MESSAGING_DIALOGS = {
  write: 'plain',
  'new-sender': 'plain',
  'send-sms': 'plain',
  sms: 'id',
} as const;

/** Search parameters: tab, SMS filter in the API's names, and the open dialog. */
export interface MessagingSearch extends SmsFilter {
  tab?: MessagingTab;
  open?: DialogAddress<typeof MESSAGING_DIALOGS>;
}

export function messagingSearch(search: Record<string, unknown>): MessagingSearch {
  const { tab, direction, status } = search;
  const open = dialogIn(MESSAGING_DIALOGS, search['open']);
  return present({
    tab: tab === 'sms' ? tab : undefined,
    direction: isKeyOf(DIRECTION_WORDS, direction) ? direction : undefined,
    status: isKeyOf(SMS_STATUS_WORDS, status) ? status : undefined,
    phone_number_id: idOf(search['phone_number_id']),
    date_from: dayOf(search['date_from']),
    date_to: dayOf(search['date_to']),
    open,
  });
}

export type SenderTab = 'setup' | 'templates' | 'reports';

export function senderSearch({ tab, row }: Record<string, unknown>): { tab?: SenderTab; row?: number } {
  if (tab === 'reports') return { tab };
  return tab === 'templates' ? present({ tab, row: idOf(row) }) : {};
}

function isKeyOf<Words extends object>(words: Words, value: unknown): value is keyof Words {
  return typeof value === 'string' && Object.hasOwn(words, value);
}
