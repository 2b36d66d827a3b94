import { columnNamesIn } from './csv-header.ts';

/** What helps where a file cannot be read: to say how it is read, to rename a column in it, or another file alone. */
export type WayOut = 'say-how' | 'rename' | 'other-file';

/** How workbooks, old and new, and PDFs begin. */
const OTHER_FORMATS: readonly (readonly number[])[] = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
  [0x25, 0x50, 0x44, 0x46],
];

/**
 * @param head first bytes of the file
 * @param text the same in words
 */
export function wayOutOf(head: Uint8Array, text: string): WayOut {
  const isOther = OTHER_FORMATS.some((mark) => mark.every((byte, index) => head[index] === byte));
  if (head.length === 0 || isOther) return 'other-file';
  const names = columnNamesIn(text);
  return new Set(names).size < names.length ? 'rename' : 'say-how';
}
