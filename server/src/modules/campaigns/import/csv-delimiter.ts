export const DELIMITERS = [',', ';', '\t', '|'] as const;

export type Delimiter = (typeof DELIMITERS)[number];

/** The line that spreadsheets write above the header to declare the delimiter. */
const DECLARATION = /^sep=([,;\t|])$/i;

/** The declared delimiter, or the most frequent one of the first row outside quotes. */
export function delimiterOf(head: string): Delimiter {
  const declared = DECLARATION.exec(head.split(/[\r\n]/, 1)[0] ?? '')?.[1];
  const known = DELIMITERS.find((delimiter) => delimiter === declared);
  if (known !== undefined) return known;
  const counts = new Map<string, number>();
  let isQuoted = false;
  for (const character of head) {
    if (character === '"') isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (character === '\n' || character === '\r') break;
    counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  return DELIMITERS.reduce((best, one) => ((counts.get(one) ?? 0) > (counts.get(best) ?? 0) ? one : best));
}

/** True if a row only declares the delimiter. */
export function isDelimiterRow(cells: readonly string[], delimiter: Delimiter): boolean {
  return DECLARATION.test(cells.join(delimiter));
}
