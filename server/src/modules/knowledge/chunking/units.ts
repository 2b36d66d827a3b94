import { type Block, startsListItem } from './blocks.ts';

/** The unit that chunks are packed from: a sentence, list item, table row or line of code. */
export interface Unit {
  text: string;
  /** Separator from the previous unit in the same chunk. */
  joint: '' | ' ' | '\n' | '\n\n';
  /** Length of the block that starts with this unit; null for the other units of a block. */
  blockLength: number | null;
  /** True if the next chunk may repeat the unit. False for table rows and code, which make no sense out of context. */
  repeatable: boolean;
  page: number | null;
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
/** Characters per call of the segmenter. */
const segmentedLength = 10_000;

/** Splits a block into units of at most `maximum` characters; drops only white space between units. */
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

/** Lines that do not start an item belong to the previous one. */
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

function sentenceFragments(text: string): Fragment[] {
  const fragments: Fragment[] = [];
  let joint: Unit['joint'] = '';
  for (const part of partsOf(text, segmentedLength)) {
    // The segmenter ends a sentence at every line break; spaces instead keep the offsets.
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

/** Splits a fragment that exceeds a chunk at white space if possible, else inside a word. */
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

/** Consecutive parts of at most `length`, split at the last white space and never inside a surrogate pair. */
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
