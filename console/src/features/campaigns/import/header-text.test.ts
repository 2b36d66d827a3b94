import { expect, test } from 'vitest';
import { headerText } from './header-text.ts';

const NAME = 'Contact Număr;Ană';
const bytes = (...parts: (string | number[])[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...Buffer.from(part)] : part)));
const UTF_16 = [...Buffer.from(NAME, 'utf16le')];
/** `Număr` in windows-1250. */
const CENTRAL = bytes('Num', [0xe3], 'r');

test.each<[string, Uint8Array, string | null, string]>([
  ['UTF-8', bytes(NAME), null, NAME],
  ['UTF-8 cut off within a character', bytes(NAME).slice(0, -1), null, NAME.slice(0, -1)],
  ['UTF-8 with a BOM', bytes([0xef, 0xbb, 0xbf], NAME), 'windows-1250', NAME],
  ['UTF-16 with a BOM', Uint8Array.from([0xff, 0xfe, ...UTF_16]), null, NAME],
  ['undeclared windows-1250', CENTRAL, null, 'Numãr'],
  ['text in a given charset', CENTRAL, 'windows-1250', 'Număr'],
  ['text in an unknown charset', CENTRAL, 'windows-125', 'Numãr'],
])('decodes %s like the server', (_, head, given, text) => {
  expect(headerText(head, given)).toBe(text);
});
