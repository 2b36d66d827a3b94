/** A paragraph, list item or table row, in Markdown. */
export interface Block {
  text: string;
  kind: 'paragraph' | 'item' | 'row';
  /** Begins a table. */
  isFirstRow?: boolean;
}

/** Items of a list and rows of a table stand on lines of their own, the others are parted by an empty one. */
export function joinBlocks(blocks: readonly Block[]): string {
  let text = '';
  for (const [index, block] of blocks.entries()) {
    const before = blocks[index - 1];
    const isNextLine = before?.kind === block.kind && block.kind !== 'paragraph' && block.isFirstRow !== true;
    text += `${before === undefined ? '' : isNextLine ? '\n' : '\n\n'}${block.text}`;
  }
  return text;
}

/** What stands in a cell, on one line. */
export function cellText(blocks: readonly Block[]): string {
  return blocks
    .map(({ text }) => text)
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Text that only looks like a heading or a fence must not become one. */
export function escapeMarks(text: string): string {
  return text.replace(/^(#{1,6} |```|~~~)/gm, '\\$1');
}

export function rowLine(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}
