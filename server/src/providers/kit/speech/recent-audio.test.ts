import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RecentAudio } from './recent-audio.ts';

test('keeps the latest audio for any sequence of pushes and drops', () => {
  const step = fc.oneof(
    fc.record({ push: fc.integer({ min: 1, max: 40 }) }),
    fc.record({ dropBefore: fc.integer({ min: 0, max: 400 }) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const recent = new RecentAudio(100);
      let end = 0;
      let dropped = 0;
      for (const one of steps) {
        if ('push' in one) {
          recent.push(Int16Array.from({ length: one.push }, (_, index) => end + index));
          end += one.push;
        } else {
          recent.dropBefore(one.dropBefore);
          dropped = Math.max(dropped, Math.min(end, one.dropBefore));
        }
        const all = recent.all();
        expect(recent.end).toBe(end);
        expect(all.length).toBe(end - recent.start);
        expect(all.length).toBeLessThan(100 + 40);
        // Whole chunks are dropped: at most one extra chunk stays.
        expect(recent.start).toBeLessThanOrEqual(Math.max(dropped, end - 60));
        if (all.length > 0) expect([all[0], all.at(-1)]).toEqual([recent.start, end - 1]);
      }
    }),
  );
});

test('copies audio on the way in and out', () => {
  const recent = new RecentAudio(10);
  const samples = Int16Array.of(1, 2);
  recent.push(samples);
  samples.fill(9);
  recent.all().fill(8);
  expect([...recent.all()]).toEqual([1, 2]);
  recent.clear();
  expect([recent.all().length, recent.start]).toEqual([0, 2]);
});
