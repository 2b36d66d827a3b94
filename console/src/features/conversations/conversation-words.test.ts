import { expect, test } from 'vitest';
import { customerOf, previewOf, unansweredWords } from './conversation-words.ts';

const NOBODY = { customer_name: null, customer_phone: null, customer_identifier: null };

test.each([
  [{ ...NOBODY, customer_name: 'Ana', customer_phone: '+40721', type: 'msgapp' }, 'Ana'],
  [{ ...NOBODY, customer_phone: '+40721', type: 'msgapp' }, '+40721'],
  [{ ...NOBODY, customer_identifier: 'guest-7', type: 'api' }, 'guest-7'],
  [{ ...NOBODY, type: 'widget' }, 'Visitor'],
  [{ ...NOBODY, type: 'test' }, 'Yourself'],
] as const)('of %o the customer is called %s', (conversation, name) => {
  expect(customerOf(conversation)).toBe(name);
});

test('the latest message stands in one line, with who wrote it', () => {
  const said = { content: 'One\n  moment', created_at: '', is_undelivered: false };
  expect(previewOf({ last_message: { ...said, author: 'human' } })).toBe('You: One moment');
  expect(previewOf({ last_message: { ...said, author: 'customer' } })).toBe('One moment');
  expect(previewOf({ last_message: null })).toBe('Nothing was said yet.');
});

test('why nobody answered is told in words, of codes to come too', () => {
  expect(unansweredWords('NO_ASSISTANT')).toBe('the sender has no assistant.');
  expect(unansweredWords('MODEL_FAILED')).toBe('model failed.');
  expect(unansweredWords('constructor')).toBe('constructor.');
});
