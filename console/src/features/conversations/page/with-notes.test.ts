import { expect, test } from 'vitest';
import { ofTranscript } from './shown-messages.ts';
import { withNotes } from './with-notes.ts';

const at = (minute: number): string => `2026-03-01T10:0${minute}:00.000000Z`;
const messages = ofTranscript(
  [1, 3].map((minute) => ({
    author: 'customer',
    author_name: null,
    content: `Message ${minute}`,
    attachments: [],
    function_calls: [],
    created_at: at(minute),
  })),
);
const notes = [0, 2, 3].map((minute) => ({
  id: minute,
  content: `Note ${minute}`,
  author: 'Anna',
  person_id: 1,
  created_at: at(minute),
}));
const events = [2, 3].map((minute) => ({
  id: minute,
  kind: 'closed' as const,
  author: `Event ${minute}`,
  person_id: 1,
  assignee: null,
  snoozed_until: null,
  created_at: at(minute),
}));
const texts = (isCut: boolean) =>
  withNotes(messages, { notes, events }, isCut).map((item) =>
    item.kind === 'message'
      ? item.message.content
      : item.kind === 'note'
        ? item.note.content
        : item.event.author,
  );

test('places notes and events between messages by time, after a message of the same time', () => {
  expect(texts(false)).toEqual([
    'Note 0',
    'Message 1',
    'Note 2',
    'Event 2',
    'Message 3',
    'Note 3',
    'Event 3',
  ]);
});

test('leaves out notes and events of messages that are not loaded', () => {
  expect(texts(true)).toEqual(['Message 1', 'Note 2', 'Event 2', 'Message 3', 'Note 3', 'Event 3']);
});
