import { columnNamesIn } from './csv-header.ts';

/** Ways to fix an unreadable file: adjust the settings, rename a column, or choose another file. */
export type Remedy = 'change-settings' | 'rename' | 'other-file';

/** Signatures of .xlsx, .xls and PDF files. */
const OTHER_FORMATS: readonly (readonly number[])[] = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
  [0x25, 0x50, 0x44, 0x46],
];

/**
 * @param head first bytes of the file
 * @param text the same bytes, decoded
 */
export function remedyFor(head: Uint8Array, text: string): Remedy {
  const isOther = OTHER_FORMATS.some((mark) => mark.every((byte, index) => head[index] === byte));
  if (head.length === 0 || isOther) return 'other-file';
  const names = columnNamesIn(text);
  return new Set(names).size < names.length ? 'rename' : 'change-settings';
}
