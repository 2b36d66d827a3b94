import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SpeechSplitter } from './speech-splitter.ts';

function split(text: string, language = 'en'): string[] {
  const splitter = new SpeechSplitter(language);
  return [...splitter.push(text), ...splitter.flush()];
}

describe('splits sentences', () => {
  test.each<[string, string, string[]]>([
    ['en', 'Good morning. How are you? Fine!', ['Good morning.', 'How are you?', 'Fine!']],
    [
      'en',
      'Ask Dr. Pop at 9 a.m. tomorrow. Or J. Smith.',
      ['Ask Dr. Pop at 9 a.m. tomorrow.', 'Or J. Smith.'],
    ],
    [
      'en',
      'It costs 3.50 or 1,200.75 a night. That is all.',
      ['It costs 3.50 or 1,200.75 a night.', 'That is all.'],
    ],
    [
      'en',
      'Go to www.example.com/a.b now. See version 2.1.3 there.',
      ['Go to www.example.com/a.b now.', 'See version 2.1.3 there.'],
    ],
    ['en', 'We close at 5. Then we sleep.', ['We close at 5.', 'Then we sleep.']],
    ['en', 'Well... I see. "Really?" he said.', ['Well...', 'I see.', '"Really?"', 'he said.']],
    ['en', '1. First\n2. Second', ['1. First', '2. Second']],
    [
      'de',
      'Am 3. Mai um 10 Uhr, z. B. bei Hrn. Müller. Gut?',
      ['Am 3. Mai um 10 Uhr,', 'z. B. bei Hrn. Müller.', 'Gut?'],
    ],
    ['ro', 'Dl. Pop stă la nr. 5, bl. 3. E bine? Da.', ['Dl. Pop stă la nr. 5,', 'bl. 3.', 'E bine?', 'Da.']],
    [
      'fr',
      'Mme. Dupont arrive. Est-ce que ça va ? Oui.',
      ['Mme. Dupont arrive.', 'Est-ce que ça va ?', 'Oui.'],
    ],
    ['es', '¿Cómo está? Bien. El Sr. López llega.', ['¿Cómo está?', 'Bien.', 'El Sr. López llega.']],
    ['it', 'Il dott. Rossi arriva alle 10. Va bene?', ['Il dott. Rossi arriva alle 10.', 'Va bene?']],
    ['lt', 'Pvz. rytoj. Gerai?', ['Pvz. rytoj.', 'Gerai?']],
    ['pt', 'O Sr. Silva chega. Está bem?', ['O Sr. Silva chega.', 'Está bem?']],
    ['da', 'Den 5. juni, f.eks. kl. 10. Godt?', ['Den 5. juni, f.eks. kl. 10. Godt?']],
    ['ar', 'مرحبا بك. كيف حالك؟ بخير', ['مرحبا بك.', 'كيف حالك؟', 'بخير']],
    ['ja', 'こんにちは。元気ですか？はい', ['こんにちは。', '元気ですか？', 'はい']],
  ])('in %s: %s', (language, text, pieces) => {
    expect(split(text, language)).toEqual(pieces);
  });
});

test('emits a first clause early, but not later ones', () => {
  const splitter = new SpeechSplitter('en');
  expect(splitter.push('Of course I can, and then ')).toEqual(['Of course I can,']);
  expect(splitter.push('we will see, I hope, ')).toEqual([]);
  expect(splitter.push('tomorrow. ')).toEqual(['and then we will see, I hope, tomorrow.']);
});

test.each([
  ['en', 'We will see you on November 28, 2026 at noon', 'We will see you on November 28, 2026 at noon'],
  ['en', 'We are open today from 9 – 17, and', 'We are open today from 9 – 17,'],
  ['de', 'Das kostet im Winter 10 – 12 Euro', 'Das kostet im Winter 10 – 12 Euro'],
])('%s: does not split a number at its punctuation: %s', (language, text, first) => {
  const splitter = new SpeechSplitter(language);
  const pieces = [...text, ' '].flatMap((letter) => splitter.push(letter));
  expect([...pieces, ...splitter.flush()][0]).toBe(first);
});

test('does not cut a long text within a number', () => {
  const [first] = split(`${'word '.repeat(17)}0722 123 456 and so on, as long as it goes`);
  expect(first).toBe('word '.repeat(17).trim());
});

test('does not split after a single word before a comma', () => {
  expect(split('Yes, we are open.')).toEqual(['Yes, we are open.']);
});

test('splits text without punctuation between words', () => {
  const pieces = split('word '.repeat(200).trim());
  expect(pieces.length).toBeGreaterThan(3);
  for (const piece of pieces) {
    expect(piece.length).toBeLessThanOrEqual(260);
    expect(piece).toMatch(/^word( word)*$/);
  }
});

const language = fc.constantFrom('en', 'de', 'ro', 'fr', 'es', 'it', 'lt', 'pt', 'da', 'ar', 'xx');
const fragment = fc.oneof(
  fc.constantFrom(
    '. ',
    ', ',
    '? ',
    '… ',
    '3. ',
    'Dr. ',
    'A. ',
    '\n',
    '- ',
    ' – ',
    '1,5',
    'z.B. ',
    '😀',
    '。',
    '؟ ',
    '... ',
    '"',
    ')',
  ),
  fc.string({ maxLength: 12 }),
  fc.constantFrom('word ', 'Wort', ' mot ', 'a'.repeat(120)),
);
const texts = fc.array(fragment, { maxLength: 40 }).map((parts) => parts.join(''));

test('keeps all text within the maximum segment length', () => {
  fc.assert(
    fc.property(texts, language, (text, code) => {
      const pieces = split(text, code);
      const bare = (value: string) => value.replace(/\s+/g, '');
      expect(bare(pieces.join(''))).toBe(bare(text));
      for (const piece of pieces) expect(piece.length).toBeLessThanOrEqual(260);
    }),
  );
});

test('splits independently of how the text arrives', () => {
  fc.assert(
    fc.property(texts, language, fc.array(fc.nat(9), { minLength: 1, maxLength: 5 }), (text, code, sizes) => {
      const splitter = new SpeechSplitter(code);
      const pieces: string[] = [];
      for (let at = 0, turn = 0; at < text.length; turn += 1) {
        const size = 1 + (sizes[turn % sizes.length] ?? 0);
        pieces.push(...splitter.push(text.slice(at, at + size)));
        at += size;
      }
      expect([...pieces, ...splitter.flush()]).toEqual(split(text, code));
    }),
  );
});
