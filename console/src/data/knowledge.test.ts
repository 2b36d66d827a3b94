import { expect, test } from 'vitest';
import { typeOfFile } from './knowledge.ts';

test.each([
  ['handbook.PDF', 'pdf'],
  ['prices.docx', 'docx'],
  ['notes.md', 'txt'],
  ['README', 'txt'],
  ['archive.pdf.txt', 'txt'],
])('uploads %s as %s', (name, type) => {
  expect(typeOfFile(name)).toBe(type);
});
