import { type Block, splitBlocks, startsListItem } from './blocks.ts';
import { type Chunk, type ChunkSizes, defaultChunkSizes } from './chunk.ts';
import type { Section } from './section.ts';

/**
 * Splits a document into overlapping chunks along its structure. A chunk has one heading path and may span pages. Blocks
 * stay whole if they fit, else list items, rows and sentences do. Without overlaps, the chunks are the document in order,
 * except for white space.
 */
export function* chunkSections(
  sections: Iterable<Section>,
  sizes: ChunkSizes = defaultChunkSizes,
): Generator<Chunk> {
  for (const group of groupByHeadings(sections)) {
    const { headings, page } = group.first;
    let empty = true;
    for (const packed of packUnits(sectionUnits(group.sections(), sizes.maximum), sizes)) {
      empty = false;
      yield { headings, ...packed };
    }
    if (empty) {
      yield* headingChunk(headings, page, sizes);
    }
  }
}

interface Group {
  first: Section;
  /** Must be fully read before the next group is requested. */
  sections: () => Generator<Section>;
}

/** Streams sections, so that the units of a long document are never all in memory. */
function* groupByHeadings(source: Iterable<Section>): Generator<Group> {
  const sections = source[Symbol.iterator]();
  let next = sections.next();
  while (next.done !== true) {
    const first = next.value;
    yield {
      first,
      sections: function* () {
        while (next.done !== true && samePath(first.headings, next.value.headings)) {
          yield next.value;
          next = sections.next();
        }
      },
    };
  }
}

function* sectionUnits(sections: Iterable<Section>, maximum: number): Generator<Unit> {
  for (const section of sections) {
    for (const block of splitBlocks(section.text)) {
      yield* blockUnits(block, section.page, maximum);
    }
  }
}

function samePath(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((heading, depth) => heading === other[depth]);
}

/** A heading without text below it becomes the text of a chunk. */
function headingChunk(headings: string[], page: number | null, sizes: ChunkSizes): Chunk[] {
  const text = (headings.at(-1) ?? '').slice(0, sizes.maximum).toWellFormed();
  return text === '' ? [] : [{ headings: headings.slice(0, -1), page, text, overlap: 0 }];
}

type PackedChunk = Omit<Chunk, 'headings'>;

function* packUnits(units: Iterable<Unit>, sizes: ChunkSizes): Generator<PackedChunk> {
  let repeated: Unit[] = [];
  let fresh: Unit[] = [];
  let length = 0;
  let blockFits = false;
  for (const unit of units) {
    if (fresh.length > 0 && endsBefore(unit, { length, blockFits }, sizes)) {
      yield toChunk(repeated, fresh);
      repeated = overlapUnits(fresh, unit, sizes);
      fresh = [];
      length = joinUnits(repeated).length;
    }
    if (unit.blockLength !== null) {
      blockFits = length + unit.joint.length + unit.blockLength <= sizes.maximum;
    }
    fresh.push(unit);
    length += unit.joint.length + unit.text.length;
  }
  if (fresh.length > 0) {
    yield toChunk(repeated, fresh);
  }
}

interface OpenChunk {
  length: number;
  /** The current block fits into this chunk. */
  blockFits: boolean;
}

function endsBefore(unit: Unit, chunk: OpenChunk, sizes: ChunkSizes): boolean {
  const after = chunk.length + unit.joint.length;
  if (after + unit.text.length > sizes.maximum) {
    return true;
  }
  if (unit.blockLength === null) {
    return chunk.length >= sizes.target && !chunk.blockFits;
  }
  const fits = after + unit.blockLength <= sizes.maximum;
  return chunk.length >= sizes.target || (chunk.length >= sizes.minimum && !fits);
}

/** The last sentences of a chunk that fit into the overlap and leave room for the next unit or block. */
function overlapUnits(fresh: readonly Unit[], next: Unit, sizes: ChunkSizes): Unit[] {
  const whole =
    next.blockLength === null || next.blockLength > sizes.maximum ? next.text.length : next.blockLength;
  const room = Math.min(sizes.overlap, sizes.maximum - whole - next.joint.length);
  let first = fresh.length;
  while (
    first > 0 &&
    fresh[first - 1]?.repeatable === true &&
    joinUnits(fresh.slice(first - 1)).length <= room
  ) {
    first -= 1;
  }
  return fresh.slice(first);
}

function toChunk(repeated: readonly Unit[], fresh: readonly Unit[]): PackedChunk {
  const text = joinUnits([...repeated, ...fresh]);
  return { page: fresh[0]?.page ?? null, text, overlap: text.length - joinUnits(fresh).length };
}

function joinUnits(units: readonly Unit[]): string {
  return units.map((unit, index) => (index === 0 ? unit.text : `${unit.joint}${unit.text}`)).join('');
}

/** The unit that chunks are packed from: a sentence, list item, table row or line of code. */
interface Unit {
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
function blockUnits(block: Block, page: number | null, maximum: number): Unit[] {
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
