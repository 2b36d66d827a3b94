import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { textParts } from './text-parts.ts';

const LINK = 'https://shop.example/?q=a.b!c';

describe('cuts a text', () => {
  test.each<[string, number, string, string[]]>([
    ['nowhere if it fits', 10, '0123456789', ['0123456789']],
    [
      'at a paragraph',
      30,
      'One. Two.\n\nThree four. Five.\n \nSix.',
      ['One. Two.\n\nThree four. Five.', 'Six.'],
    ],
    ['at a line', 20, 'Prices:\n- tea 2 EUR\n- coffee 3 EUR', ['Prices:\n- tea 2 EUR', '- coffee 3 EUR']],
    ['at a sentence', 20, 'We open at 9. Bring your card.', ['We open at 9.', 'Bring your card.']],
    [
      'after a closing quote',
      20,
      'She said “today.” Ask her again.',
      ['She said “today.”', 'Ask her again.'],
    ],
    [
      'not at a number or an abbreviated name',
      20,
      'It is 12.50 and e.g.that is it',
      ['It is 12.50 and', 'e.g.that is it'],
    ],
    ['at a word', 12, 'seven little words are in here', ['seven little', 'words are in', 'here']],
    [
      'at a word rather than after a short sentence',
      16,
      'Yes. extraordinary events',
      ['Yes.', 'extraordinary', 'events'],
    ],
    ['before a link', 36, `Read it here: ${LINK} today`, ['Read it here:', `${LINK} today`]],
    [
      'at a Chinese sentence',
      12,
      '我们九点开门。请带上您的证件来。',
      ['我们九点开门。', '请带上您的证件来。'],
    ],
    ['at a Chinese word', 6, '我们明天早上开门', ['我们明天早上', '开门']],
    ['at a Thai word', 11, 'ร้านเปิดพรุ่งนี้เช้า', ['ร้านเปิด', 'พรุ่งนี้', 'เช้า']],
    [
      'after a link in a Chinese text',
      34,
      `请点击这里${LINK}谢谢您的来信`,
      [`请点击这里${LINK}`, '谢谢您的来信'],
    ],
    [
      'in a link that is longer than a message',
      10,
      'Go: https://a.example/b',
      ['Go:', 'https://a.', 'example/b'],
    ],
    ['in a long word', 4, 'abcdefghij', ['abcd', 'efgh', 'ij']],
    ['between emoji, which have several code points', 8, '👩‍👩‍👧🇷🇴👍🏽', ['👩‍👩‍👧🇷🇴', '👍🏽']],
    ['between letters with accents', 3, 'e\u0301a\u0301o\u0301', ['e\u0301', 'a\u0301', 'o\u0301']],
  ])('%s', (_where, max, text, parts) => {
    expect(textParts(text, max)).toEqual(parts);
  });
});

const piece = fc.constantFrom(
  'Ana',
  'a',
  ' ',
  '\n',
  '\n\n',
  '. ',
  '! ',
  '。',
  '你好',
  ' ',
  'e\u0301',
  '👩‍👩‍👧',
  '🇷🇴',
  '𝔘',
  ` ${LINK} `,
  `你好${LINK}。`,
  'x'.repeat(45),
  '*b* ',
  'ไทย',
);
const texts = fc.array(piece, { minLength: 1, maxLength: 60 }).map((pieces) => pieces.join(''));
const withoutSpace = (text: string): string => text.replaceAll(/\s/g, '');

test('loses and repeats nothing, fits, and keeps links and characters whole', () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 40, max: 120 }), (text, max) => {
      const parts = textParts(text, max);
      expect(withoutSpace(parts.join(''))).toBe(withoutSpace(text));
      for (const part of parts) expect([...part].length).toBeLessThanOrEqual(max);
      if (text.trim() !== '') expect(parts).not.toContain('');
      const count = (list: string[]): number =>
        list.reduce((sum, one) => sum + [...new Intl.Segmenter().segment(withoutSpace(one))].length, 0);
      expect(count(parts)).toBe(count([text]));
      const linksIn = (one: string): number => one.split(LINK).length - 1;
      expect(parts.reduce((sum, part) => sum + linksIn(part), 0)).toBe(linksIn(text));
    }),
  );
});
