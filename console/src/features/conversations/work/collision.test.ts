import { expect, test } from 'vitest';
import { collisionSince, othersWork } from './collision.ts';

const YOU = { id: 1, name: 'Anna' };
const BOB = { id: 2, name: 'Bob' };

function talk(authors: readonly (string | null)[], person: { id: number; name: string } | null = null) {
  const transcript = authors.map((name) => ({
    role: 'assistant' as const,
    author: 'human' as const,
    author_name: name,
    content: 'Hi',
    attachments: [],
    function_calls: [],
    model_calls: [],
    created_at: '2026-03-01T10:00:00.000000Z',
  }));
  const inbox = {
    status: 'open' as const,
    snoozed_until: null,
    person,
    group: null,
    waiting_since: null,
    tags: [],
  };
  return { transcript, inbox };
}

test.each([
  ['nothing happened', talk([]), talk([]), null],
  ['you answered yourself', talk([]), talk(['Anna']), null],
  ['a teammate answered', talk([]), talk(['Bob']), 'Bob answered while you were writing.'],
  ['a program answered', talk([]), talk([null]), 'A teammate answered while you were writing.'],
  ['you took it', talk([]), talk([], YOU), null],
  ['it stays with a teammate', talk([], BOB), talk([], BOB), null],
  [
    'it went to a teammate',
    talk([], YOU),
    talk([], BOB),
    'The conversation was assigned to Bob while you were writing.',
  ],
  ['it was unassigned', talk([], BOB), talk([]), null],
])('%s', (_, before, after, expected) => {
  expect(collisionSince(othersWork(before, YOU), othersWork(after, YOU))).toBe(expected);
});
