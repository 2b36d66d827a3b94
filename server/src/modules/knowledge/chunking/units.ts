import { type Block, startsListItem } from './blocks.ts';

/** The smallest piece that chunks are packed from: a sentence, list item, table row or line of code. */
export interface Unit {
  text: string;
  /** What stands between this unit and the one before it in the same chunk. */
  joint: '' | ' ' | '\n' | '\n\n';
  /** Whether a block begins here, and how long that block is. */
  blockLength: number | null;
  /** Rows and code make no sense when repeated alone. */
  repeatable: boolean;
  page: number | null;
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
const segmentedAtOnce = 10_000;

/** Cuts one block into units of at most `maximum` characters; only white space between units is dropped. */
export function blockUnits(block: Block, page: number | null, maximum: number): Unit[] {
  const units = blockFragments(block)
    .flatMap((fragment) => boundedFragments(fragment, maximum))
    .map(({ text, joint }) => ({
      text,
      joint,
      blockLength: null,
      repeatable: block.kind === 'prose' || block.kind === 'list',
      page,
    }));
  const first: Unit | undefined = units[0];
  return first === undefined
    ? []
    : [{ ...first, joint: '\n\n', blockLength: block.text.length }, ...units.slice(1)];
}

interface Fragment {
  text: string;
  joint: Unit['joint'];
}

function blockFragments(block: Block): Fragment[] {
  switch (block.kind) {
    case 'table':
    case 'code':
      return lineFragments(block.text.split('\n'));
    case 'list':
      return lineFragments(listItems(block.text));
    case 'prose':
      return sentenceFragments(block.text);
  }
}

function lineFragments(lines: readonly string[]): Fragment[] {
  return lines
    .map((line) => ({ text: line.trimEnd(), joint: '\n' as const }))
    .filter((fragment) => fragment.text.trim() !== '');
}

/** Lines that do not start an item belong to the item above. */
function listItems(text: string): string[] {
  const items: string[] = [];
  let current: string[] = [];
  for (const line of text.split('\n')) {
    if (startsListItem(line) && current.length > 0) {
      items.push(current.join('\n'));
      current = [];
    }
    current.push(line);
  }
  return [...items, current.join('\n')];
}

/** Sentences; a line break in the middle of one stays as it is. */
function sentenceFragments(text: string): Fragment[] {
  const fragments: Fragment[] = [];
  let joint: Unit['joint'] = '';
  for (const part of partsOf(text, segmentedAtOnce)) {
    // The segmenter ends a sentence at every line break; spaces of the same length keep the positions.
    for (const { index, segment } of segmenter.segment(part.replaceAll('\n', ' '))) {
      const original = part.slice(index, index + segment.length);
      const sentence = original.trim();
      if (sentence !== '') {
        fragments.push({ text: sentence, joint: original.startsWith('\n') ? '\n' : joint });
      }
      const trailing = original.slice(original.trimEnd().length);
      joint = trailing === '' ? '' : trailing.includes('\n') ? '\n' : ' ';
    }
  }
  return fragments;
}

/** Cuts a piece that no chunk could hold: at white space, and only where there is none inside a word. */
function boundedFragments(fragment: Fragment, maximum: number): Fragment[] {
  if (fragment.text.length <= maximum) {
    return [fragment];
  }
  let joint = fragment.joint;
  return partsOf(fragment.text, maximum).flatMap((part) => {
    const text = part.trim();
    const cut = { text, joint: /^\s/.test(part) ? (' ' as const) : joint };
    joint = /\s$/.test(part) ? ' ' : '';
    return text === '' ? [] : [cut];
  });
}

/** Consecutive parts of at most `length`, ended at the last white space, never inside a surrogate pair. */
function partsOf(text: string, length: number): string[] {
  const parts: string[] = [];
  let start = 0;
  while (text.length - start > length) {
    const end = start + cutPosition(text.slice(start, start + length));
    parts.push(text.slice(start, end));
    start = end;
  }
  parts.push(text.slice(start));
  return parts;
}

function cutPosition(text: string): number {
  for (let position = text.length; position > text.length / 2; position -= 1) {
    if (/\s/.test(text.charAt(position - 1))) {
      return position;
    }
  }
  const last = text.charCodeAt(text.length - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return splitsPair && text.length > 1 ? text.length - 1 : text.length;
}
