import fc from 'fast-check';
import { expect, test } from 'vitest';
import { topSlots } from './top-slots.ts';

test('equals the result of sorting, for any scores, visibility and count', () => {
  const slots = fc.array(fc.record({ score: fc.integer({ min: -5, max: 20 }), visible: fc.boolean() }), {
    maxLength: 200,
  });
  fc.assert(
    fc.property(slots, fc.nat(30), (rows, count) => {
      const scores = Float32Array.from(rows, ({ score }) => score);
      const visible = Uint8Array.from(rows, (row) => (row.visible ? 1 : 0));
      const sorted = [...rows.entries()]
        .filter(([, row]) => row.visible && row.score > 0)
        .sort(([a, one], [b, two]) => two.score - one.score || a - b)
        .map(([slot]) => slot);
      expect(topSlots(scores, count, { visible, floor: 0 })).toEqual(sorted.slice(0, count));
    }),
  );
});
