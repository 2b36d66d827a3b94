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

const UNANSWERED_WORDS: Readonly<Record<string, string>> = {
  NO_QUESTION: 'there is nothing to answer.',
  AI_DISABLED: 'a teammate had taken over.',
  NO_ASSISTANT: 'the sender has no assistant.',
  OPTED_OUT: 'the customer opted out (STOP).',
  OPTED_IN: 'the customer opted back in (START).',
  SENDER_OFFLINE: 'the sender is offline.',
  SESSION_EXPIRED: 'the 24-hour window had closed.',
  ASSISTANT_UNAVAILABLE: 'the assistant failed.',
  INSUFFICIENT_BALANCE: 'the balance is used up.',
  NOT_DELIVERED: 'the answer was not delivered.',
};

/** Why a message was not answered. @param code `unanswered_reason` of the API */
export function unansweredWords(code: string): string {
  const words = Object.hasOwn(UNANSWERED_WORDS, code) ? UNANSWERED_WORDS[code] : undefined;
  return words ?? `${code.toLowerCase().replaceAll('_', ' ')}.`;
}
