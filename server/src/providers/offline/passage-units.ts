import { sentencesOf } from './sentences.ts';
import { type TextBlock, textBlocks } from './text-blocks.ts';

/** The smallest part of an answer. */
export interface PassageUnit {
  /** As spoken. */
  text: string;
  kind: 'sentence' | 'item' | 'row' | 'record';
  /** Headings above it, the question before it, its list's lead-in, its table's header. */
  context: string[];
  /** The question right before it in the document, if any. */
  question: string | null;
  /** Number of its paragraph, list item or row, over all passages. */
  block: number;
  /** Index of the unit that introduces its list, if any. */
  leadIn: number | null;
  /** Number of its list, over all passages. */
  list: number | null;
  passage: number;
  /** Order within all units of the search. */
  index: number;
}

export interface SourcePassage {
  text: string;
  documentName: string;
}

/** Splits passages into sentences, list items and table rows; headings become context, never units. */
export function passageUnits(passages: readonly SourcePassage[]): PassageUnit[] {
  const units: PassageUnit[] = [];
  const seen = new Set<string>();
  passages.forEach((passage, passageIndex) => {
    const reader = new PassageReader(passageIndex, units, seen);
    for (const block of textBlocks(passage.text)) reader.read(block);
  });
  return units;
}

class PassageReader {
  readonly #passage: number;
  readonly #units: PassageUnit[];
  /** Passages overlap: units of an earlier one are skipped. */
  readonly #seen: Set<string>;
  #heading: string[] = [];
  #question: string | null = null;
  #block = 0;
  #list = 0;
  /** True if a block after the question has started its answer. */
  #answered = false;
  #leadIn: PassageUnit | null = null;

  constructor(passage: number, units: PassageUnit[], seen: Set<string>) {
    this.#passage = passage;
    this.#units = units;
    this.#seen = seen;
  }

  read(block: TextBlock): void {
    this.#block += 1;
    if (block.kind !== 'item') this.#list += 1;
    switch (block.kind) {
      case 'heading':
        this.#startSection(block.path);
        return;
      case 'paragraph':
        if (this.#answered) [this.#question, this.#answered] = [null, false];
        this.#leadIn = null;
        this.#readSentences(block.text);
        return;
      case 'item':
        this.#add(block.text, 'item', this.#leadIn === null ? [] : [this.#leadIn.text]);
        return;
      case 'record':
        this.#leadIn = null;
        for (const sentence of sentencesOf(block.text)) this.#add(sentence, 'record', []);
        return;
      case 'row':
        this.#add(rowText(block.header, block.cells), 'row', block.header);
    }
  }

  /** A heading may be a question ("How long does delivery take?"). */
  #startSection(path: readonly string[]): void {
    const question = path.at(-1)?.endsWith('?') === true ? path.at(-1) : undefined;
    [this.#question, this.#answered, this.#leadIn] = [question ?? null, false, null];
    this.#heading = question === undefined ? [...path] : path.slice(0, -1);
  }

  #readSentences(paragraph: string): void {
    for (const sentence of sentencesOf(paragraph)) {
      const text = sentence.replace(/^(?:Q|A|Question|Answer)\s*[:.]\s+/i, '');
      if (text.endsWith('?')) {
        [this.#question, this.#answered] = [text, false];
        continue;
      }
      const unit = this.#add(text, 'sentence', []);
      this.#answered = this.#question !== null;
      if (text.endsWith(':')) this.#leadIn = unit;
    }
  }

  #add(text: string, kind: PassageUnit['kind'], context: readonly string[]): PassageUnit | null {
    const key = text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ');
    if (text === '' || this.#seen.has(key)) return null;
    this.#seen.add(key);
    const unit: PassageUnit = {
      text,
      kind,
      context: [...this.#heading, ...(this.#question === null ? [] : [this.#question]), ...context],
      question: this.#question,
      block: this.#passage * 10_000 + this.#block,
      list: kind === 'item' ? this.#passage * 10_000 + this.#list : null,
      leadIn: kind === 'item' ? (this.#leadIn?.index ?? null) : null,
      passage: this.#passage,
      index: this.#units.length,
    };
    this.#units.push(unit);
    return unit;
  }
}

/** `Basic: Price 10 €, Minutes 100`: the first cell names the row, the header the other cells. */
function rowText(header: readonly string[], cells: readonly string[]): string {
  const [first = '', ...rest] = cells;
  const said = rest
    .map((cell, index) => [header[index + 1] ?? '', cell].filter((part) => part !== '').join(' '))
    .filter((part) => part !== '');
  return said.length === 0 ? first : `${first}: ${said.join(', ')}`;
}
