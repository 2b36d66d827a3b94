import { expect, test } from 'vitest';
import { baseOf, compare } from './compare.ts';

const server = { name: 'Mill Inn', max_duration: 600, voice: 'Ana' };

test.each([
  ['nothing', {}, {}, { different: [], changedHere: [], changedThere: [] }],
  [
    'only the file',
    { max_duration: 300 },
    {},
    { different: ['max_duration'], changedHere: ['max_duration'], changedThere: [] },
  ],
  [
    'only the server',
    {},
    { max_duration: 300 },
    { different: ['max_duration'], changedHere: [], changedThere: ['max_duration'] },
  ],
  [
    'both, differently',
    { max_duration: 300 },
    { max_duration: 200 },
    { different: ['max_duration'], changedHere: ['max_duration'], changedThere: ['max_duration'] },
  ],
  [
    'both, to the same',
    { max_duration: 300 },
    { max_duration: 300 },
    { different: [], changedHere: [], changedThere: [] },
  ],
])('compares when %s changed since the last pull', (_, here, there, expected) => {
  expect(compare({ ...server, ...here }, { ...server, ...there }, baseOf(server))).toEqual(expected);
});

test('without an earlier pull, every difference may be a change of the server', () => {
  expect(compare({ ...server, voice: 'Ion' }, server, undefined)).toEqual({
    different: ['voice'],
    changedHere: ['voice'],
    changedThere: ['voice'],
  });
});

test('a file manages only the fields that it has', () => {
  expect(compare({ name: 'Mill Inn' }, { ...server, voice: 'Ion' }, baseOf(server)).different).toEqual([]);
});

test('null members and the order of members make no difference', () => {
  const file = { name: 'A', tools: [{ type: 'end_call', description: null }], widget: { a: 1, b: 2 } };
  const stored = { name: 'A', tools: [{ type: 'end_call' }], widget: { b: 2, a: 1 } };
  expect(compare(file, stored, undefined).different).toEqual([]);
});
