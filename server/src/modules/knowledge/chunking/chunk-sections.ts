import { splitBlocks } from './blocks.ts';
import { type Chunk, type ChunkSizes, defaultChunkSizes } from './chunk.ts';
import type { Section } from './section.ts';
import { blockUnits, type Unit } from './units.ts';

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
