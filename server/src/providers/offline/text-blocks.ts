import { headingParts, isTableRule, type LineKind, lineKind, withoutSigns } from './line-kinds.ts';
import { bounded, joinLines, plain } from './plain-text.ts';

/** The parts of a document's text, in reading order. */
export type TextBlock =
  /** From the outermost to the innermost heading, if known. */
  | { kind: 'heading'; path: string[] }
  | { kind: 'paragraph'; text: string }
  | { kind: 'item'; text: string }
  /** A single line such as `Weight: 11.4 kg`. */
  | { kind: 'record'; text: string }
  /** One row of a table; `header` is empty if the table has none. */
  | { kind: 'row'; header: string[]; cells: string[] };

type FlowingBlock = Extract<TextBlock, { text: string }>;

/** Parses Markdown or extracted plain text; joins lines that a PDF broke. */
export function textBlocks(text: string): TextBlock[] {
  const lines = bounded(text).split(/\r?\n/);
  const reader = new BlockReader();
  lines.forEach((line, index) => {
    const [before = '', next = '', afterNext = ''] = [lines[index - 1], lines[index + 1], lines[index + 2]];
    const { isFirst, continues } = reader;
    const kind = lineKind({ line, before, after: [next, afterNext], isFirst, continues });
    reader.read(kind, line, next);
  });
  return reader.blocks;
}

class BlockReader {
  readonly blocks: TextBlock[] = [];
  #open: FlowingBlock | null = null;
  /** Header of the current table; null outside tables. */
  #tableHead: string[] | null = null;

  get isFirst(): boolean {
    return this.blocks.length === 0;
  }

  get continues(): boolean {
    return this.#open !== null;
  }

  read(kind: LineKind, line: string, next: string): void {
    if (kind !== 'row' && kind !== 'rule') this.#tableHead = null;
    const text = plain(withoutSigns(line, kind));
    switch (kind) {
      case 'blank':
      case 'rule':
        this.#open = null;
        return;
      case 'row':
        this.#readRow(line, next);
        return;
      case 'heading':
        this.#open = null;
        this.blocks.push({ kind: 'heading', path: headingParts(text) });
        return;
      case 'text':
        if (this.#open === null) this.#start({ kind: 'paragraph', text });
        else this.#open.text = joinLines(this.#open.text, text);
        return;
      default:
        this.#start({ kind: kind === 'clause' ? 'paragraph' : kind, text });
    }
  }

  #start(block: FlowingBlock): void {
    this.#open = block;
    this.blocks.push(block);
  }

  #readRow(line: string, next: string): void {
    this.#open = null;
    const cells = line
      .trim()
      .slice(1, -1)
      .split('|')
      .map((cell) => plain(cell.trim()));
    if (this.#tableHead === null && isTableRule(next)) this.#tableHead = cells;
    else this.blocks.push({ kind: 'row', header: this.#tableHead ?? [], cells });
  }
}
