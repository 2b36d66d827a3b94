import type { ConversationType, InboxItem } from '../../data/conversations.ts';

export const TYPE_WORDS: Readonly<Record<ConversationType, string>> = {
  widget: 'Website',
  msgapp: 'Messaging',
  api: 'API',
  test: 'Test',
};

export const AUTHOR_WORDS = { customer: 'Customer', ai: 'AI', human: 'A person of yours' } as const;

type Customer = Pick<InboxItem, 'customer_name' | 'customer_phone' | 'customer_identifier' | 'type'>;

/** What to call the customer of a conversation. */
export function customerOf({ customer_name, customer_phone, customer_identifier, type }: Customer): string {
  return customer_name ?? customer_phone ?? customer_identifier ?? (type === 'test' ? 'Yourself' : 'Visitor');
}

const PREVIEW_AUTHORS = { customer: '', ai: 'AI: ', human: 'You: ' } as const;

/** The latest message in one line. */
export function previewOf({ last_message }: Pick<InboxItem, 'last_message'>): string {
  if (last_message === null) return 'Nothing was said yet.';
  return `${PREVIEW_AUTHORS[last_message.author]}${last_message.content.replaceAll(/\s+/g, ' ')}`;
}
