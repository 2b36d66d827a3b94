import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFrameAssembly } from './frame-assembly.ts';

const piece = fc.record({
  gap: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 500 })),
  length: fc.integer({ min: 0, max: 500 }),
});

test('puts samples at their positions into frames that do not overlap; gaps are silent or omitted', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const out = new Map<number, number>();
      const frames = createFrameAssembly(8000, (frame, positionMs) => {
        expect(frame).toHaveLength(160);
        for (let index = 0; index < 160; index += 1) {
          const position = positionMs * 8 + index;
          if (out.has(position)) throw new Error(`Position ${position} came twice.`);
          out.set(position, frame[index] ?? 0);
        }
      });
      let position = 0;
      const sent = new Map<number, number>();
      for (const { gap, length } of pieces) {
        position += gap;
        const samples = Int16Array.from({ length }, (_, index) => ((position + index) % 1000) + 1);
        samples.forEach((sample, index) => void sent.set(position + index, sample));
        frames.add(samples, position);
        position += length;
      }
      frames.add(new Int16Array(320), position + 1000);
      const wrong = [...out].filter(([at, sample]) => sample !== (sent.get(at) ?? 0));
      const missing = [...sent.keys()].filter((at) => !out.has(at));
      expect({ wrong, missing }).toEqual({ wrong: [], missing: [] });
    }),
    { numRuns: 200 },
  );
});
