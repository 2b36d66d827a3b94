import type { ContentHit } from '../../data/content-search.ts';
import { t } from '../../lib/i18n/t.ts';

export const KIND_WORDS: Readonly<Record<ContentHit['kind'], string>> = {
  call: t('Call'),
  conversation: t('Conversation'),
  lead: t('Lead'),
  sms: 'SMS',
};

export const CHANNEL_WORDS: Readonly<Record<NonNullable<ContentHit['channel']>, string>> = {
  inbound: t('Inbound call'),
  outbound: t('Outbound call'),
  web: t('Browser call'),
  widget: t('Website'),
  msgapp: t('Messaging'),
  api: 'API',
  test: t('Test'),
};

const AUTHOR_WORDS = { customer: t('Customer'), ai: t('Assistant'), human: t('Teammate') } as const;

/** Who said or wrote the line. */
export function authorOf({ author, note_id }: NonNullable<ContentHit['line']>): string {
  return note_id === null ? AUTHOR_WORDS[author] : t('Note');
}
