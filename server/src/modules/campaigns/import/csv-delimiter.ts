export const DELIMITERS = [',', ';', '\t', '|'] as const;

export type Delimiter = (typeof DELIMITERS)[number];

/** What spreadsheets write above the first row to say which delimiter follows. */
const SAID = /^sep=([,;\t|])$/i;

/** The delimiter of a file by its first row: what that says, or the one that stands most often in it outside quotes. */
export function delimiterOf(head: string): Delimiter {
  const said = SAID.exec(head.split(/[\r\n]/, 1)[0] ?? '')?.[1];
  const known = DELIMITERS.find((delimiter) => delimiter === said);
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

/** Whether a row says which delimiter follows, and nothing else. */
export function saysDelimiter(cells: readonly string[], delimiter: Delimiter): boolean {
  return SAID.test(cells.join(delimiter));
}
