import { expect, test } from 'vitest';
import { needleOf } from './rules.ts';

const nothing = { digits: null, uuid: null, id: null };
const uuid = '0e37df36-f698-4c6b-9f2a-0d4f1c0f5b3e';

test.each([
  ['Front desk', { ...nothing, words: 'Front desk' }],
  ['7', { ...nothing, words: '7', id: 7 }],
  ['123', { words: '123', digits: '123', uuid: null, id: 123 }],
  ['0721 000-001', { ...nothing, words: '0721 000-001', digits: '721000001' }],
  ['0040.721', { ...nothing, words: '0040.721', digits: '40721' }],
  ['+40 (721)', { ...nothing, words: '+40 (721)', digits: '40721' }],
  ['+1', { ...nothing, words: '+1' }],
  ['Room 101', { ...nothing, words: 'Room 101' }],
  ['9999999999999999', { ...nothing, words: '9999999999999999', digits: '9999999999999999' }],
  [uuid.toUpperCase(), { ...nothing, words: uuid.toUpperCase(), uuid }],
])('interprets “%s” as %o', (query, needle) => {
  expect(needleOf(query)).toEqual(needle);
});
