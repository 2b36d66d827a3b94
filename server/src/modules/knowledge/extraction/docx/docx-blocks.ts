/** A paragraph, list item or table row, in Markdown. */
export interface Block {
  text: string;
  kind: 'paragraph' | 'item' | 'row';
  /** The first row of a table. */
  isFirstRow?: boolean;
}

/** Separates list items and table rows by line breaks, and other blocks by blank lines. */
export function joinBlocks(blocks: readonly Block[]): string {
  let text = '';
  for (const [index, block] of blocks.entries()) {
    const before = blocks[index - 1];
    const isNextLine = before?.kind === block.kind && block.kind !== 'paragraph' && block.isFirstRow !== true;
    text += `${before === undefined ? '' : isNextLine ? '\n' : '\n\n'}${block.text}`;
  }
  return text;
}

/** The content of a cell, on one line. */
export function cellText(blocks: readonly Block[]): string {
  return blocks
    .map(({ text }) => text)
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Escapes text that would be read as a heading or code fence. */
export function escapeMarks(text: string): string {
  return text.replace(/^(#{1,6} |```|~~~)/gm, '\\$1');
}

export function rowLine(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}
