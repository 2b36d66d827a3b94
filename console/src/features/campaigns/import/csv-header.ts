const DELIMITERS = [',', ';', '\t', '|'];

/**
 * Names of the columns in the first row of a CSV file, to choose from; the server reads the file by itself.
 *
 * @param text how the file begins
 */
export function columnsIn(text: string): string[] {
  return [...new Set(columnNamesIn(text))];
}

/** The same, with those that several columns have as often as they have them. */
export function columnNamesIn(text: string): string[] {
  const row = firstRow(text.replace(/^\uFEFF/, ''));
  const delimiter = DELIMITERS.reduce((best, one) =>
    cellsOf(row, one).length > cellsOf(row, best).length ? one : best,
  );
  return cellsOf(row, delimiter)
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** Until the first end of a line outside of quotes. */
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
