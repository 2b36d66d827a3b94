import type { ConversationType, InboxItem } from '../../data/conversations.ts';
import { t } from '../../lib/i18n/t.ts';

export const TYPE_WORDS: Readonly<Record<ConversationType, string>> = {
  widget: t('Website'),
  msgapp: t('Messaging'),
  api: 'API',
  test: t('Test'),
};

export const AUTHOR_WORDS = { customer: t('Customer'), ai: t('AI'), human: t('Teammate') } as const;

type Customer = Pick<InboxItem, 'customer_name' | 'customer_phone' | 'customer_identifier' | 'type'>;

/** Display name of a conversation's customer. */
export function customerOf({ customer_name, customer_phone, customer_identifier, type }: Customer): string {
  return (
    customer_name ??
    customer_phone ??
    customer_identifier ??
    (type === 'test' ? t('You (test)') : t('Visitor'))
  );
}

/** Preview of the latest message. @param you name of the reader */
export function previewOf({ last_message }: Pick<InboxItem, 'last_message'>, you?: string): string {
  if (last_message === null) return t('No messages yet.');
  return `${writerOf(last_message, you)}${last_message.content.replaceAll(/\s+/g, ' ')}`;
}

function writerOf(
  { author, author_name: name }: Pick<NonNullable<InboxItem['last_message']>, 'author' | 'author_name'>,
  you: string | undefined,
): string {
  if (author === 'customer') return '';
  if (author === 'ai') return `${t('Assistant:')} `;
  return name === null || name === you ? `${t('You:')} ` : `${name}: `;
}
