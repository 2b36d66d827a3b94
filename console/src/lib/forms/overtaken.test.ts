import { expect, test } from 'vitest';
import { overtakenFields, stillOvertaken } from './overtaken.ts';

const none = { sent: null, known: [] };
const at = (before: unknown, stored: unknown, now: unknown) => ({
  before: { name: before },
  stored: { name: stored },
  now: { name: now },
});

test.each([
  ['no changes', { ...none, ...at('Mill', 'Mill', 'Mill') }, []],
  ['changed only here', { ...none, ...at('Mill', 'Mill', 'Mine') }, []],
  ['changed only elsewhere', { ...none, ...at('Mill', 'Theirs', 'Mill') }, []],
  ['changed on both sides', { ...none, ...at('Mill', 'Theirs', 'Mine') }, ['name']],
  ['changed alike on both sides', { ...none, ...at('Mill', 'Same', ' Same ') }, []],
  [
    'the sent value comes back while typing continues',
    { ...none, ...at('Mill', 'Mine', 'Mine too'), sent: { name: 'Mine ' } },
    [],
  ],
  [
    'another value comes back after sending',
    { ...none, ...at('Mill', 'Theirs', 'Mine too'), sent: { name: 'Mine' } },
    ['name'],
  ],
  [
    'overtaken before, and another field changes',
    { ...none, ...at('Theirs', 'Theirs', 'Mine'), known: ['name'] },
    ['name'],
  ],
  ['overtaken before, and now equal', { ...none, ...at('Theirs', 'Mine', 'Mine'), known: ['name'] }, []],
  ['rows in another order of members', { ...none, ...at([], [{ a: 1, b: 2 }], [{ b: 2, a: 1 }]) }, []],
  ['rows that differ', { ...none, ...at([], [{ a: 1 }], [{ a: 2 }]) }, ['name']],
  ['null against an empty text', { ...none, ...at(null, '', 'Mine') }, []],
])('finds the fields in conflict: %s', (_, rebasing, names) => {
  expect(overtakenFields(rebasing)).toEqual(names);
});

test('ends a conflict when the user takes the stored value', () => {
  const stored = { name: 'Theirs', text: 'Theirs' };
  expect(stillOvertaken(['name', 'text'], stored, { name: 'Theirs', text: 'Mine' })).toEqual(['text']);
});
