import type { SmsFilter } from '../../data/sms.ts';
import { idOf } from '../../lib/search/search-values.ts';
import { DIRECTION_WORDS, SMS_STATUS_WORDS } from './sms/sms-words.ts';

export type MessagingTab = 'senders' | 'sms';

export interface MessagingSearch extends SmsFilter {
  tab?: MessagingTab;
  /** The SMS that is looked at. */
  sms?: number;
}

export function messagingSearch(search: Record<string, unknown>): MessagingSearch {
  const { tab, direction, status } = search;
  const sms = idOf(search['sms']);
  return {
    ...(sms !== undefined && { sms }),
    ...(tab === 'sms' && { tab }),
    ...(isKeyOf(DIRECTION_WORDS, direction) && { direction }),
    ...(isKeyOf(SMS_STATUS_WORDS, status) && { status }),
  };
}

export type SenderTab = 'setup' | 'templates';

export function senderSearch({ tab }: Record<string, unknown>): { tab?: SenderTab } {
  return tab === 'templates' ? { tab } : {};
}

function isKeyOf<Words extends object>(words: Words, value: unknown): value is keyof Words {
  return typeof value === 'string' && Object.hasOwn(words, value);
}
