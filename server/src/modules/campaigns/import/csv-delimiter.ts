export const DELIMITERS = [',', ';', '\t', '|'] as const;

export type Delimiter = (typeof DELIMITERS)[number];

/** The line that spreadsheets write above the header to declare the delimiter. */
const DECLARATION = /^sep=([,;\t|])$/i;

/** Lines that are compared. */
const COMPARED_LINES = 20;

/**
 * The declared delimiter, or the one that divides most lines into the same number of cells. Of several such delimiters,
 * the most frequent one of the first line.
 */
export function delimiterOf(head: string): Delimiter {
  const declared = DECLARATION.exec(head.split(/[\r\n]/, 1)[0] ?? '')?.[1];
  const known = DELIMITERS.find((delimiter) => delimiter === declared);
  if (known !== undefined) return known;
  const lines = countsByLine(head);
  const weigh = (delimiter: Delimiter): [number, number] => {
    const counts = lines.map((line) => line.get(delimiter) ?? 0);
    const alike = counts.map((count) => (count === 0 ? 0 : counts.filter((other) => other === count).length));
    return [Math.max(0, ...alike), counts[0] ?? 0];
  };
  return DELIMITERS.reduce((best, one) => (isMore(weigh(one), weigh(best)) ? one : best));
}

function isMore([lines, count]: [number, number], [otherLines, otherCount]: [number, number]): boolean {
  return lines > otherLines || (lines === otherLines && count > otherCount);
}

/** Characters outside quotes, by line. */
function countsByLine(head: string): Map<string, number>[] {
  const lines = [new Map<string, number>()];
  let isQuoted = false;
  for (const character of head) {
    if (character === '"') isQuoted = !isQuoted;
    if (isQuoted) continue;
    const isEnd = character === '\n' || character === '\r';
    if (isEnd && lines.length === COMPARED_LINES) break;
    if (isEnd) lines.push(new Map());
    else lines.at(-1)?.set(character, (lines.at(-1)?.get(character) ?? 0) + 1);
  }
  return lines;
}

/** True if a row only declares the delimiter. */
export function isDelimiterRow(cells: readonly string[], delimiter: Delimiter): boolean {
  return DECLARATION.test(cells.join(delimiter));
}
