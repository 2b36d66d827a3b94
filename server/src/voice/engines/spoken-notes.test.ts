import { expect, test } from 'vitest';
import { realtimeNotes, spokenNotes } from './spoken-notes.ts';

test('tells models that write how to write numbers', () => {
  const turn = spokenNotes({ language: 'fr', mainLanguage: 'fr', runningTools: [] });
  for (const notes of [turn, realtimeNotes({ manner: null })]) {
    expect(notes.join('\n')).toMatch(/digits, with their units, and phone numbers in groups/);
  }
  expect(realtimeNotes({ manner: 'own' }).join('\n')).not.toMatch(/digits/);
});
