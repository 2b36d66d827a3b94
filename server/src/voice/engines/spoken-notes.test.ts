import { expect, test } from 'vitest';
import { realtimeNotes, spokenNotes } from './spoken-notes.ts';

const CALL = { areKeysConfidential: false, supervisorNotes: [] };
const TURN = { ...CALL, language: 'fr', mainLanguage: 'fr', runningTools: [] };
const REALTIME = { ...CALL, manner: null };

test('tells models that write how to write numbers', () => {
  for (const notes of [spokenNotes(TURN), realtimeNotes(REALTIME)]) {
    expect(notes.join('\n')).toMatch(/digits, with their units, and phone numbers in groups/);
  }
  expect(realtimeNotes({ ...REALTIME, manner: 'own' }).join('\n')).not.toMatch(/digits/);
});

test('pass on a supervisor’s instructions', () => {
  const supervisorNotes = ['Offer a discount.'];
  for (const notes of [
    spokenNotes({ ...TURN, supervisorNotes }),
    realtimeNotes({ ...REALTIME, supervisorNotes }),
  ]) {
    expect(notes.at(-1)).toContain('"Offer a discount."');
  }
});

test.each([true, false])('forbids the model to repeat confidential keys: %s', (areKeysConfidential) => {
  for (const notes of [
    spokenNotes({ ...TURN, areKeysConfidential }),
    realtimeNotes({ ...REALTIME, areKeysConfidential }),
  ]) {
    expect(notes.some((note) => note.startsWith('Keys that'))).toBe(areKeysConfidential);
  }
});
