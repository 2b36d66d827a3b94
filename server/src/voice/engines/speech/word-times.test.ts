import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SpeakableText } from '../../../core/speakable/speakable-text.ts';
import type { SpokenWord } from '../engine.ts';
import { SpeakingRate } from './speaking-rate.ts';
import { WordTimes } from './word-times.ts';

const times = (text: string, rate = new SpeakingRate(1)) => {
  const made = new WordTimes(rate);
  made.add(new SpeakableText('en').segment(text));
  return made;
};
const texts = (words: readonly SpokenWord[]) => words.map(({ text }) => text);

test('maps reported words to the spelling of the text', () => {
  const word = times('Call +4072345 at a.b@mill.com, **now**!');
  const emitted = word.align([
    { text: 'call', startMs: 0, endMs: 200 },
    { text: 'plus', startMs: 200, endMs: 300 },
    ...[4, 0, 7, 2, 3, 4, 5].map((digit, at) => ({
      text: String(digit),
      startMs: 300 + at * 100,
      endMs: 400 + at * 100,
    })),
    { text: 'at', startMs: 1_000, endMs: 1_100 },
  ]);
  expect(emitted).toEqual([
    { text: 'Call', startMs: 0, endMs: 200 },
    { text: '+4072345', startMs: 200, endMs: 1_000 },
    { text: 'at', startMs: 1_000, endMs: 1_100 },
  ]);
  expect(texts(word.end(2_000))).toEqual(['a.b@mill.com,', 'now!']);
});

test('places rephrased words between reported ones', () => {
  const word = times('You pay €25 for two.');
  const emitted = word.align([
    { text: 'You', startMs: 0, endMs: 100 },
    { text: 'pay', startMs: 100, endMs: 300 },
    { text: 'twenty', startMs: 300, endMs: 500 },
    { text: 'five', startMs: 500, endMs: 700 },
    { text: 'euros', startMs: 700, endMs: 900 },
    { text: 'for', startMs: 900, endMs: 1_000 },
  ]);
  expect(emitted.slice(2)).toEqual([
    { text: '€25', startMs: 300, endMs: 900 },
    { text: 'for', startMs: 900, endMs: 1_000 },
  ]);
});

test('times an amount as one word and a phone number word by word', () => {
  const word = times('It is $19.99, call 0722 123 456.');
  const spoken = 'it is nineteen dollars and ninety nine cents call zero seven two two one two three'.split(
    ' ',
  );
  const emitted = word.align(
    spoken.map((text, index) => ({ text, startMs: index * 100, endMs: index * 100 + 100 })),
  );
  expect(emitted.slice(2)).toEqual([
    { text: '$19.99,', startMs: 200, endMs: 800 },
    { text: 'call', startMs: 800, endMs: 900 },
    { text: '0722', startMs: 900, endMs: 1_300 },
    { text: '123', startMs: 1_300, endMs: 1_600 },
  ]);
});

test('estimates timings from the speaking rate, learned from the first reply', () => {
  const rate = new SpeakingRate(1);
  const first = times('One two three four five six seven eight nine ten.', rate);
  expect(texts(first.reached(500))).toEqual(['One']);
  const emitted = first.end(8_000);
  expect(emitted.at(-1)).toMatchObject({ text: 'ten.', endMs: 8_000 });
  const second = times('One two three four five six seven eight nine ten.', rate);
  const learned = [...second.reached(7_999.9), ...second.end(8_000)];
  expect(learned[4]?.endMs).toBeCloseTo(3_500, -3);
});

test('estimates shorter timings for a faster voice', () => {
  const slow = times('One two three four five.').reached(1_100);
  const fast = times('One two three four five.', new SpeakingRate(1.2)).reached(1_100);
  expect(fast.length).toBeGreaterThan(slow.length);
});

const spoken = fc.oneof(
  fc.constantFrom('one', 'two', 'three', 'noise', '', 'one two', '!'),
  fc.string({ maxLength: 4 }),
);
const step = fc.oneof(
  fc.record({
    kind: fc.constant('add' as const),
    text: fc.constantFrom('one', 'two three.', '**x**', '😀', 'a@b.com one'),
  }),
  fc.record({
    kind: fc.constant('heard' as const),
    text: spoken,
    startMs: fc.integer({ min: 0, max: 5_000 }),
  }),
  fc.record({ kind: fc.constant('reached' as const), audioMs: fc.integer({ min: 0, max: 5_000 }) }),
);

test('returns every word once, in order, with increasing times, for any input', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), fc.integer({ min: 0, max: 9_000 }), (steps, endMs) => {
      const made = new WordTimes(new SpeakingRate(1));
      const written: string[] = [];
      const emitted: SpokenWord[] = [];
      for (const item of steps) {
        if (item.kind === 'add') {
          const words = new SpeakableText('en').segment(item.text);
          written.push(...words.map((word) => word.written));
          made.add(words);
        } else if (item.kind === 'heard')
          emitted.push(...made.align([{ ...item, endMs: item.startMs + 100 }]));
        else emitted.push(...made.reached(item.audioMs));
      }
      emitted.push(...made.end(endMs));
      expect(texts(emitted)).toEqual(written);
      let before = 0;
      for (const { startMs, endMs: until } of emitted) {
        expect(startMs).toBeGreaterThanOrEqual(before);
        expect(until).toBeGreaterThanOrEqual(startMs);
        before = until;
      }
    }),
  );
});
