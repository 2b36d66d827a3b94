import { expect, test } from 'vitest';
import { customerOf, previewOf } from './conversation-words.ts';

const ANONYMOUS = { customer_name: null, customer_phone: null, customer_identifier: null };

test.each([
  [{ ...ANONYMOUS, customer_name: 'Ana', customer_phone: '+40721', type: 'msgapp' }, 'Ana'],
  [{ ...ANONYMOUS, customer_phone: '+40721', type: 'msgapp' }, '+40721'],
  [{ ...ANONYMOUS, customer_identifier: 'guest-7', type: 'api' }, 'guest-7'],
  [{ ...ANONYMOUS, type: 'widget' }, 'Visitor'],
  [{ ...ANONYMOUS, type: 'test' }, 'You (test)'],
] as const)('shows the customer of %o as %s', (conversation, name) => {
  expect(customerOf(conversation)).toBe(name);
});

test('previews the latest message in one line, with its author', () => {
  const said = { author_name: null, content: 'One\n  moment', created_at: '', is_undelivered: false };
  const human = { ...said, author: 'human' } as const;
  expect(previewOf({ last_message: human })).toBe('You: One moment');
  expect(previewOf({ last_message: { ...human, author_name: 'Anna' } }, 'Anna')).toBe('You: One moment');
  expect(previewOf({ last_message: { ...human, author_name: 'Bob' } }, 'Anna')).toBe('Bob: One moment');
  expect(previewOf({ last_message: { ...said, author: 'customer' } })).toBe('One moment');
  expect(previewOf({ last_message: null })).toBe('No messages yet.');
});
