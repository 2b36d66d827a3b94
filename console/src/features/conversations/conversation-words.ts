import type { ConversationType, InboxItem } from '../../data/conversations.ts';

export const TYPE_WORDS: Readonly<Record<ConversationType, string>> = {
  widget: 'Website',
  msgapp: 'Messaging',
  api: 'API',
  test: 'Test',
};

export const AUTHOR_WORDS = { customer: 'Customer', ai: 'AI', human: 'Teammate' } as const;

type Customer = Pick<InboxItem, 'customer_name' | 'customer_phone' | 'customer_identifier' | 'type'>;

/** Display name of a conversation's customer. */
export function customerOf({ customer_name, customer_phone, customer_identifier, type }: Customer): string {
  return (
    customer_name ?? customer_phone ?? customer_identifier ?? (type === 'test' ? 'You (test)' : 'Visitor')
  );
}

const PREVIEW_AUTHORS = { customer: '', ai: 'AI: ', human: 'You: ' } as const;

/** Preview of the latest message. */
export function previewOf({ last_message }: Pick<InboxItem, 'last_message'>): string {
  if (last_message === null) return 'No messages yet.';
  return `${PREVIEW_AUTHORS[last_message.author]}${last_message.content.replaceAll(/\s+/g, ' ')}`;
}
