import { expect, test } from 'vitest';
import { ofTranscript } from './shown-messages.ts';
import { withNotes } from './with-notes.ts';

const at = (minute: number): string => `2026-03-01T10:0${minute}:00.000000Z`;
const messages = ofTranscript(
  [1, 3].map((minute) => ({
    author: 'customer',
    author_name: null,
    content: `Message ${minute}`,
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
const texts = (isCut: boolean) =>
  withNotes(messages, notes, isCut).map(({ message, note }) => message?.content ?? note?.content);

test('places notes between messages by time, after a message of the same time', () => {
  expect(texts(false)).toEqual(['Note 0', 'Message 1', 'Note 2', 'Message 3', 'Note 3']);
});

test('leaves out notes of messages that are not loaded', () => {
  expect(texts(true)).toEqual(['Message 1', 'Note 2', 'Message 3', 'Note 3']);
});
