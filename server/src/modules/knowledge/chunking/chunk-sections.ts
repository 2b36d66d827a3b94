import type { Section } from '../extraction/section.ts';
import { splitBlocks } from './blocks.ts';
import { type Chunk, type ChunkSizes, defaultChunkSizes } from './chunk.ts';
import { blockUnits, type Unit } from './units.ts';

/**
 * Cuts a document into overlapping passages along its structure. A chunk stays under one heading path and may
 * span pages; blocks are kept whole where they fit, then list items, rows and sentences. Nothing but white space
 * is lost and the order is kept: without their overlaps, the chunks are the document.
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
  /** Must be read to its end before the next group is asked for. */
  sections: () => Generator<Section>;
}

/** Sections are read one at a time, so that a long document never stands in memory as units. */
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

/** A heading that nothing stands under is itself what the document says. */
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
  /** Whether the block that is being packed will fit to its end. */
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

/** The last sentences of a chunk, as many as the overlap allows and the next unit or block leaves room for. */
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
