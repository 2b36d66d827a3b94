import { expect, test } from 'vitest';
import { overtakenFields, stillOvertaken } from './overtaken.ts';

const none = { sent: null, known: [] };
const at = (before: unknown, stored: unknown, now: unknown) => ({
  before: { name: before },
  stored: { name: stored },
  now: { name: now },
});

test.each([
  ['nothing has changed', { ...none, ...at('Mill', 'Mill', 'Mill') }, []],
  ['only I have changed it', { ...none, ...at('Mill', 'Mill', 'Mine') }, []],
  ['only somebody else has', { ...none, ...at('Mill', 'Theirs', 'Mill') }, []],
  ['both have', { ...none, ...at('Mill', 'Theirs', 'Mine') }, ['name']],
  ['both have, alike', { ...none, ...at('Mill', 'Same', ' Same ') }, []],
  [
    'what I sent comes back while I type on',
    { ...none, ...at('Mill', 'Mine', 'Mine too'), sent: { name: 'Mine ' } },
    [],
  ],
  [
    'something else comes back',
    { ...none, ...at('Mill', 'Theirs', 'Mine too'), sent: { name: 'Mine' } },
    ['name'],
  ],
  [
    'known, and another field is changed',
    { ...none, ...at('Theirs', 'Theirs', 'Mine'), known: ['name'] },
    ['name'],
  ],
  ['known, and now the same', { ...none, ...at('Theirs', 'Mine', 'Mine'), known: ['name'] }, []],
  ['rows in another order of members', { ...none, ...at([], [{ a: 1, b: 2 }], [{ b: 2, a: 1 }]) }, []],
  ['rows that differ', { ...none, ...at([], [{ a: 1 }], [{ a: 2 }]) }, ['name']],
  ['null against an empty text', { ...none, ...at(null, '', 'Mine') }, []],
])('%s', (_, rebasing, names) => {
  expect(overtakenFields(rebasing)).toEqual(names);
});

test('ends a conflict once the stored value was taken', () => {
  const stored = { name: 'Theirs', text: 'Theirs' };
  expect(stillOvertaken(['name', 'text'], stored, { name: 'Theirs', text: 'Mine' })).toEqual(['text']);
});
