import { expect, test } from 'vitest';
import { remedyFor } from './remedy.ts';

test.each([
  ['', 'other-file'],
  ['PK\u0003\u0004\u0014\u0000', 'other-file'],
  ['%PDF-1.7\n', 'other-file'],
  ['phone,a,a\n', 'rename'],
  ['phone,,\n', 'change-settings'],
  ['contact nr,name\n0721000001,0721000001\n', 'change-settings'],
] as const)('for a file that starts with %j, suggests %s', (text, remedy) => {
  expect(remedyFor(new TextEncoder().encode(text), text)).toBe(remedy);
});

test('suggests another file for an .xls workbook', () => {
  const head = Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1);
  expect(remedyFor(head, new TextDecoder('windows-1252').decode(head))).toBe('other-file');
});
