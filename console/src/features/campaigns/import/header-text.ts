const BYTE_ORDER_MARKS: readonly (readonly [readonly number[], string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];

/** Used until the server has detected the charset. */
const FALLBACK = 'windows-1252';

/**
 * Decodes the start of a CSV file.
 *
 * @param head first bytes of the file
 * @param given charset chosen by the user; ignored if the browser does not support it
 */
export function headerText(head: Uint8Array, given: string | null): string {
  const marked = BYTE_ORDER_MARKS.find(([mark]) => mark.every((byte, index) => head[index] === byte));
  const charset = marked?.[1] ?? (given !== null && isKnown(given) ? given : null);
  if (charset !== null) return new TextDecoder(charset).decode(head);
  try {
    // stream: the last character may be incomplete.
    return new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
  } catch {
    return new TextDecoder(FALLBACK).decode(head);
  }
}

function isKnown(charset: string): boolean {
  try {
    return new TextDecoder(charset).encoding !== '';
  } catch {
    return false;
  }
}
