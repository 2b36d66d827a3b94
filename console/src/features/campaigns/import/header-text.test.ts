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
  ['UTF-8 that is cut off within a letter', bytes(NAME).slice(0, -1), null, NAME.slice(0, -1)],
  ['UTF-8 with a mark', bytes([0xef, 0xbb, 0xbf], NAME), 'windows-1250', NAME],
  ['UTF-16 with a mark', Uint8Array.from([0xff, 0xfe, ...UTF_16]), null, NAME],
  ['another charset', CENTRAL, null, 'Numãr'],
  ['a charset that was named', CENTRAL, 'windows-1250', 'Număr'],
  ['a charset that nobody knows', CENTRAL, 'windows-125', 'Numãr'],
])('%s is read as the server reads it', (_, head, given, text) => {
  expect(headerText(head, given)).toBe(text);
});
