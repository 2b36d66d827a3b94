import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ChunkSizes, defaultChunkSizes } from './chunk.ts';
import { chunkSections } from './chunk-sections.ts';
import type { Section } from './section.ts';

const cut = (...input: Parameters<typeof chunkSections>) => [...chunkSections(...input)];

const line = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    '',
    '- one item',
    '2. second item',
    '| a | b |',
    '```',
    'A sentence. Another one! A third?',
  ),
);
const section: fc.Arbitrary<Section> = fc.record({
  headings: fc.array(fc.constantFrom('Fees', 'Returns', 'Opening hours'), { maxLength: 2 }),
  page: fc.option(fc.nat(99)),
  text: fc.array(line, { maxLength: 12 }).map((lines) => lines.join('\n')),
});
const sizes: fc.Arbitrary<ChunkSizes> = fc
  .nat(1)
  .map((small) => (small === 1 ? { minimum: 20, target: 40, maximum: 60, overlap: 15 } : defaultChunkSizes));
const withoutSpace = (text: string): string => text.replace(/\s/g, '');

describe('chunkSections', () => {
  it('reproduces the document in order without overlaps', () => {
    fc.assert(
      fc.property(fc.array(section, { maxLength: 6 }), sizes, (sections, chosen) => {
        const filled = sections.map((one) => ({ ...one, text: `Start. ${one.text}` }));
        const text = cut(filled, chosen).map((chunk) => chunk.text.slice(chunk.overlap));
        expect(withoutSpace(text.join(''))).toBe(withoutSpace(filled.map((one) => one.text).join('')));
      }),
    );
  });

  it('respects the maximum size and overlap, and repeats only preceding text', () => {
    fc.assert(
      fc.property(fc.array(section, { maxLength: 6 }), sizes, (sections, chosen) => {
        const chunks = cut(sections, chosen);
        chunks.forEach((chunk, index) => {
          expect(chunk.text.length).toBeLessThanOrEqual(chosen.maximum);
          expect(chunk.text.trim()).not.toBe('');
          expect(chunk.overlap).toBeLessThanOrEqual(chosen.overlap + 2);
          expect(chunk.overlap).toBeLessThan(chunk.text.length);
          const repeated = withoutSpace(chunk.text.slice(0, chunk.overlap));
          expect(withoutSpace(chunks[index - 1]?.text ?? '').endsWith(repeated)).toBe(true);
        });
      }),
    );
  });

  it('never splits a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (text) => {
        const emoji = `${text}${'🧭'.repeat(90)}`;
        for (const chunk of cut([{ headings: [], page: null, text: emoji }], {
          minimum: 20,
          target: 40,
          maximum: 61,
          overlap: 9,
        })) {
          expect(chunk.text.isWellFormed()).toBe(emoji.isWellFormed());
        }
      }),
    );
  });
});

describe('chunkSections with prose', () => {
  const sentence =
    'The warranty lasts thirty months from the day of installation, and covers parts and labour.';
  const chunksOf = (text: string) => cut([{ headings: ['Warranty'], page: 3, text }]);

  it('ends chunks at sentences and repeats the last sentence', () => {
    const [first, second] = chunksOf(Array.from({ length: 16 }, () => sentence).join(' '));
    expect(first?.text.endsWith('labour.')).toBe(true);
    expect(first?.text.length).toBeGreaterThanOrEqual(defaultChunkSizes.target);
    expect(second?.text.slice(0, second.overlap).trim()).toBe(sentence);
    expect(second?.headings).toEqual(['Warranty']);
  });

  it('keeps a table whole if it fits into a chunk', () => {
    const table = [
      '| Variant | Fuse |',
      '| --- | --- |',
      ...Array.from({ length: 30 }, (_, row) => `| H500-${row} | 16 A |`),
    ];
    const chunks = chunksOf(
      `${sentence} ${sentence} ${sentence} ${sentence} ${sentence}\n\n${table.join('\n')}`,
    );
    expect(chunks.at(-1)?.text).toContain(table.join('\n'));
    expect(chunks).toHaveLength(2);
  });

  it('keeps headings apart and gives the page on which a chunk starts', () => {
    const chunks = cut([
      { headings: ['Fees'], page: 1, text: 'Entry is free.' },
      { headings: ['Fees'], page: 2, text: 'Parking is not.' },
      { headings: ['Hours'], page: 2, text: 'From nine to five.' },
    ]);
    expect(chunks.map((chunk) => [chunk.headings[0], chunk.page, chunk.text])).toEqual([
      ['Fees', 1, 'Entry is free.\n\nParking is not.'],
      ['Hours', 2, 'From nine to five.'],
    ]);
  });

  it('makes a chunk of a heading without text', () => {
    expect(cut([{ headings: ['Closed on Mondays'], page: null, text: '' }])).toEqual([
      { headings: [], page: null, text: 'Closed on Mondays', overlap: 0 },
    ]);
  });
});
