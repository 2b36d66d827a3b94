import { expect, test } from 'vitest';
import type { ConversationEvent } from '../../../data/inbox.ts';
import { eventWords } from './event-words.ts';

test.each<[Partial<ConversationEvent>, string]>([
  [{ kind: 'assigned', author: 'Ada', assignee: 'Bob' }, 'Ada assigned this to Bob'],
  [{ kind: 'assigned', author: 'Ada', assignee: 'Ada' }, 'Ada took this conversation'],
  [{ kind: 'assigned', author: 'Ada' }, 'Ada removed the assignee'],
  [{ kind: 'assigned', assignee: 'Support' }, 'The assistant assigned this to Support'],
  [{ kind: 'closed', author: 'API key' }, 'API key closed this conversation'],
  [{ kind: 'reopened', author: 'Ada' }, 'Ada reopened this conversation'],
  [{ kind: 'reopened' }, 'The customer’s message reopened this conversation'],
])('%j', (event, words) => {
  const empty = { id: 1, person_id: null, author: null, assignee: null, snoozed_until: null } as const;
  expect(eventWords({ ...empty, kind: 'closed', created_at: '2026-03-01T09:00:00Z', ...event })).toBe(words);
});
