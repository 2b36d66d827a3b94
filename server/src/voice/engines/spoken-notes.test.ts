import { expect, test } from 'vitest';
import { realtimeNotes, spokenNotes } from './spoken-notes.ts';

const VOICE = { areKeysConfidential: false, isNormalized: true, supervisorNotes: [] };
const TURN = { ...VOICE, language: 'fr', mainLanguage: 'fr', runningTools: [] };
const REALTIME = { ...VOICE, manner: null, pronunciations: [] };

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

test('leaves numbers to a voice that reads text as written', () => {
  const [turn, realtime] = [
    spokenNotes({ ...TURN, isNormalized: false }),
    realtimeNotes({ ...REALTIME, isNormalized: false }),
  ];
  expect([...turn, ...realtime].join('\n')).not.toMatch(/digits/);
});

test('tells a model that speaks how to pronounce words', () => {
  const pronunciations = [
    { word: 'Nginx', pronunciation: 'engine x', alphabet: 'spelling' as const },
    { word: 'GIF', pronunciation: 'dʒɪf', alphabet: 'ipa' as const },
  ];
  const notes = realtimeNotes({ ...REALTIME, manner: 'own', pronunciations });
  expect(notes.at(-1)).toMatch(/"Nginx" as "engine x"; "GIF" as \/dʒɪf\/ \(IPA\)\.$/);
  expect(realtimeNotes({ ...REALTIME, pronunciations })).toEqual(realtimeNotes(REALTIME));
});

test.each([true, false])('forbids the model to repeat confidential keys: %s', (areKeysConfidential) => {
  for (const notes of [
    spokenNotes({ ...TURN, areKeysConfidential }),
    realtimeNotes({ ...REALTIME, areKeysConfidential }),
  ]) {
    expect(notes.some((note) => note.startsWith('Keys that'))).toBe(areKeysConfidential);
  }
});
