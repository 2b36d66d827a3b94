const MARKS: readonly (readonly [readonly number[], string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];

/** Assumed until the server has detected it. */
const FALLBACK = 'windows-1252';

/**
 * How a CSV file begins, in words.
 *
 * @param head its first bytes
 * @param given a charset that somebody has named; one that the browser does not know counts for nothing
 */
export function headerText(head: Uint8Array, given: string | null): string {
  const marked = MARKS.find(([mark]) => mark.every((byte, index) => head[index] === byte));
  const charset = marked?.[1] ?? (given !== null && isKnown(given) ? given : null);
  if (charset !== null) return new TextDecoder(charset).decode(head);
  try {
    // A letter may be cut off at the end.
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
