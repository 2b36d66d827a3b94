import fc from 'fast-check';
import { expect, test } from 'vitest';
import { markWords } from './marked-text.ts';

test.each([
  ['Refunds are paid within 14 days.', 'When is a refund paid?', ['Refunds', 'paid']],
  ['Livrăm în toată țara.', 'livram in tara', ['Livrăm', 'țara']],
  ['Nothing here.', 'of it', []],
  ['The valve opens when the boiler does not.', 'When does the valve open?', ['valve', 'opens']],
  ['The bus is late, the business is not.', 'bus', ['bus']],
])('marks in %j the words of %j', (text, question, matches) => {
  const marked = markWords(text, question).filter(({ isMatch }) => isMatch);
  expect(marked.map(({ text: word }) => word)).toEqual(matches);
});

test('the parts add up to the passage for any question', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (text, question) => {
      expect(
        markWords(text, question)
          .map((part) => part.text)
          .join(''),
      ).toBe(text);
    }),
  );
});
