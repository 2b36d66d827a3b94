import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { estimateWords } from './estimate-words.ts';

describe('estimated word timings', () => {
  test('are proportional to syllables and exclude pauses', () => {
    const stretches = [
      { startMs: 20, endMs: 320 },
      { startMs: 620, endMs: 920 },
    ];
    expect(estimateWords('Good morning, how are you?', stretches, 1_000)).toEqual([
      { text: 'Good', startMs: 1_020, endMs: 1_120 },
      { text: 'morning,', startMs: 1_120, endMs: 1_320 },
      { text: 'how', startMs: 1_620, endMs: 1_720 },
      { text: 'are', startMs: 1_720, endMs: 1_820 },
      { text: 'you?', startMs: 1_820, endMs: 1_920 },
    ]);
  });

  test('align a comma with the nearest pause, even if syllables alone miss it', () => {
    const stretches = [
      { startMs: 0, endMs: 900 },
      { startMs: 1_100, endMs: 1_500 },
      // A long stop before a consonant, without punctuation.
      { startMs: 1_800, endMs: 2_000 },
    ];
    const [well, , we] = estimateWords('Well then, we close late.', stretches, 0);
    expect(well).toMatchObject({ startMs: 0, endMs: 450 });
    expect(we).toMatchObject({ startMs: 1_100 });
  });

  test('do not align punctuation with a distant pause', () => {
    const stretches = [
      { startMs: 0, endMs: 3_000 },
      { startMs: 3_300, endMs: 3_500 },
    ];
    const text = 'Yes, we are open on Monday and on Tuesday';
    expect(estimateWords(text, stretches, 0)[1]?.startMs).toBeLessThan(600);
  });

  test.each(['', '…', '- —'])('are empty for %j', (text) => {
    expect(estimateWords(text, [{ startMs: 0, endMs: 500 }], 0)).toEqual([]);
  });

  test('are empty for silence', () => {
    expect(estimateWords('Hello', [], 0)).toEqual([]);
  });

  test('are ascending, complete and within the audio', () => {
    const stretch = fc.tuple(fc.integer({ min: 80, max: 900 }), fc.integer({ min: 10, max: 3_000 }));
    const words = fc.array(fc.string({ minLength: 1, maxLength: 9 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(words, fc.array(stretch, { minLength: 1, maxLength: 5 }), (given, lengths) => {
        let atMs = 0;
        const stretches = lengths.map(([pauseMs, soundMs]) => {
          const startMs = atMs + pauseMs;
          atMs = startMs + soundMs;
          return { startMs, endMs: atMs };
        });
        const text = given.join(' ');
        const times = estimateWords(text, stretches, 0);
        if (times.length === 0) return;
        expect(times.map((word) => word.text)).toEqual(text.split(/\s+/).filter((word) => word !== ''));
        let lastMs = stretches[0]?.startMs ?? 0;
        for (const { startMs, endMs } of times) {
          expect(endMs).toBeGreaterThanOrEqual(startMs - 1);
          expect(endMs).toBeGreaterThanOrEqual(lastMs - 1);
          lastMs = endMs;
        }
        expect(lastMs).toBeLessThanOrEqual(atMs);
      }),
    );
  });
});
