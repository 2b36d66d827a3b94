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

const UNANSWERED_WORDS: Readonly<Record<string, string>> = {
  AI_DISABLED: 'a person had taken over.',
  NO_ASSISTANT: 'the sender has no assistant.',
  OPTED_OUT: 'the customer has said STOP.',
  OPTED_IN: 'the customer has lifted the STOP.',
  SENDER_OFFLINE: 'the sender is offline.',
  SESSION_EXPIRED: 'the window had closed.',
  ASSISTANT_UNAVAILABLE: 'the assistant failed.',
  INSUFFICIENT_BALANCE: 'the balance is used up.',
  NOT_DELIVERED: 'the answer was not delivered.',
};

/** Why the assistant said nothing to a message, from the code that the server gives. */
export function unansweredWords(code: string): string {
  const words = Object.hasOwn(UNANSWERED_WORDS, code) ? UNANSWERED_WORDS[code] : undefined;
  return words ?? `${code.toLowerCase().replaceAll('_', ' ')}.`;
}
