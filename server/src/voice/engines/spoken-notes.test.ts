import { expect, test } from 'vitest';
import { realtimeNotes, spokenNotes } from './spoken-notes.ts';

test('tells models that write how to write numbers', () => {
  const turn = spokenNotes({ language: 'fr', mainLanguage: 'fr', runningTools: [], supervisorNotes: [] });
  for (const notes of [turn, realtimeNotes({ manner: null, supervisorNotes: [] })]) {
    expect(notes.join('\n')).toMatch(/digits, with their units, and phone numbers in groups/);
  }
  expect(realtimeNotes({ manner: 'own', supervisorNotes: [] }).join('\n')).not.toMatch(/digits/);
});

test('pass on a supervisor’s instructions', () => {
  const supervisorNotes = ['Offer a discount.'];
  const turn = spokenNotes({ language: 'en', mainLanguage: 'en', runningTools: [], supervisorNotes });
  for (const notes of [turn, realtimeNotes({ manner: null, supervisorNotes })]) {
    expect(notes.at(-1)).toContain('"Offer a discount."');
  }
});
