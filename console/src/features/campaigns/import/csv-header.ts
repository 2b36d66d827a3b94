const DELIMITERS = [',', ';', '\t', '|'];

/**
 * Unique column names in the first row of a CSV file, for the column selects. The server parses the file itself.
 *
 * @param text start of the file
 */
export function columnsIn(text: string): string[] {
  return [...new Set(columnNamesIn(text))];
}

/** All column names, duplicates included. */
export function columnNamesIn(text: string): string[] {
  const row = firstRow(text.replace(/^\uFEFF/, ''));
  const delimiter = DELIMITERS.reduce((best, one) =>
    cellsOf(row, one).length > cellsOf(row, best).length ? one : best,
  );
  return cellsOf(row, delimiter)
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** Text up to the first line break outside quotes. */
function firstRow(text: string): string {
  let isQuoted = false;
  for (const [index, character] of [...text].entries()) {
    if (character === '"') isQuoted = !isQuoted;
    if (!isQuoted && (character === '\n' || character === '\r')) return [...text].slice(0, index).join('');
  }
  return text;
}

function cellsOf(row: string, delimiter: string): string[] {
  const cells = [''];
  let isQuoted = false;
  for (const character of row) {
    if (character === '"') isQuoted = !isQuoted;
    else if (character === delimiter && !isQuoted) cells.push('');
    else cells[cells.length - 1] += character;
  }
  return cells;
}
