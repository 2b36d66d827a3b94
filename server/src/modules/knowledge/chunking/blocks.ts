/** A paragraph, list, table or code block, split across chunks only if it does not fit. */
export interface Block {
  kind: 'prose' | 'list' | 'table' | 'code';
  text: string;
}

const listItem = /^\s*([-*+•▪◦‣·]|\d{1,3}[.)]|[a-z][.)])\s+/i;
const tableRow = /^\s*\|/;
const fence = /^\s*(```|~~~)/;

export function startsListItem(line: string): boolean {
  return listItem.test(line);
}

/** Splits text at blank lines, except inside code fences. */
export function splitBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  let lines: string[] = [];
  let fenced = false;
  const close = (): void => {
    if (lines.some((line) => line.trim() !== '')) {
      blocks.push({ kind: blockKind(lines), text: lines.join('\n') });
    }
    lines = [];
  };
  for (const line of text.split('\n')) {
    const isFence = fence.test(line);
    if (!fenced && (isFence || line.trim() === '')) {
      close();
    }
    lines.push(line);
    if (isFence) {
      fenced = !fenced;
      if (!fenced) {
        close();
      }
    }
  }
  close();
  return blocks;
}

function blockKind(lines: readonly string[]): Block['kind'] {
  const first = lines.find((line) => line.trim() !== '') ?? '';
  if (fence.test(first)) {
    return 'code';
  }
  if (tableRow.test(first)) {
    return 'table';
  }
  return startsListItem(first) ? 'list' : 'prose';
}
