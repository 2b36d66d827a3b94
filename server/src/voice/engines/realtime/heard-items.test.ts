import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ReplyItem, unheardItems } from './heard-items.ts';

const item = (itemId: string, text: string, audioMs: number): ReplyItem => ({
  itemId,
  text,
  audioMs,
  isComplete: true,
});
const TWO = [item('a', 'One moment.', 600), item('b', 'It is booked.', 800)];

test.each([
  ['nothing', { text: '', audioMs: 0 }, ['a 0 ', 'b 0 ']],
  ['half of the first', { text: 'One', audioMs: 250 }, ['a 250 One', 'b 0 ']],
  ['the first and a word', { text: 'One moment. It', audioMs: 700 }, ['b 100 It']],
  ['everything', { text: 'One moment. It is booked.', audioMs: 1_400 }, []],
  ['more than there is', { text: 'One moment. It is booked.', audioMs: 9_000 }, []],
  ['other words', { text: 'Something else', audioMs: 100 }, ['a 100 ', 'b 0 ']],
])('maps a heard text of two items: %s', (_name, heard, unheard) => {
  expect(unheardItems(TWO, heard).map(({ itemId, audioMs, text }) => `${itemId} ${audioMs} ${text}`)).toEqual(
    unheard,
  );
});

test('an incomplete item always has an unheard rest', () => {
  const items = [{ ...item('a', 'One', 300), isComplete: false }];
  expect(unheardItems(items, { text: 'One', audioMs: 300 })).toEqual([
    { itemId: 'a', audioMs: 300, text: 'One' },
  ]);
});

test('never reports more than an item contains', () => {
  const words = fc
    .array(fc.constantFrom('a', 'b', 'ab'), { minLength: 1, maxLength: 4 })
    .map((all) => all.join(' '));
  const items = fc.array(fc.tuple(words, fc.nat(500), fc.boolean()), { maxLength: 4 });
  fc.assert(
    fc.property(items, words, fc.nat(3_000), (given, text, audioMs) => {
      const made = given.map(([one, ms, isComplete], index) => ({
        ...item(String(index), one, ms),
        isComplete,
      }));
      for (const heard of unheardItems(made, { text, audioMs })) {
        const whole = made[Number(heard.itemId)];
        expect(whole?.text.startsWith(heard.text)).toBe(true);
        expect(heard.audioMs).toBeLessThanOrEqual(whole?.audioMs ?? 0);
      }
    }),
  );
});
