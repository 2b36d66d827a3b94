import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PronunciationDictionary } from '../../providers/interfaces/pronunciation-dictionary.ts';
import { ENGLISH } from './languages/english.ts';
import { plainLine, SpeakableText, speakable, spokenText } from './speakable-text.ts';

describe('Markdown is not read aloud', () => {
  test.each([
    ['**Bold** and _soft_ and `code`.', 'Bold and soft and code.'],
    ['## Our prices', 'Our prices'],
    ['- first item', 'first item'],
    ['* [x] done', 'done'],
    ['1. First', '1. First'],
    ['> quoted', 'quoted'],
    ['See [our page](https://example.com/a?b=c "title") now.', 'See our page now.'],
    ['![a mill](https://example.com/mill.png)', 'a mill'],
    ['page](https://example.com) is cut', 'page is cut'],
    ['| Single | 80 |', 'Single, 80'],
    ['|---|---|', ''],
    ['Line<br/>break and <b>bold</b>', 'Line break and bold'],
    ['A fact.[1] Another[^2].', 'A fact. Another.'],
    ['3*4 is snake_case', '3*4 is snake_case'],
    ['unclosed **bold', 'unclosed bold'],
  ])('%s', (markdown, plain) => {
    expect(plainLine(markdown)).toBe(plain);
  });
});

describe('addresses and numbers in any language', () => {
  test.each([
    ['en', 'Go to https://www.example.com/prices?x=1.', 'Go to example dot com slash prices.'],
    ['en', 'Write to info@mill-inn.example, please', 'Write to info at mill dash inn dot example, please'],
    ['de', 'Siehe example.de', 'Siehe example Punkt de'],
    ['ro', 'Scrieți la a.b@hotel.ro!', 'Scrieți la a punct b arond hotel punct ro!'],
    ['fr', 'exemple.fr/tarifs', 'exemple point fr barre oblique tarifs'],
    ['ar', 'info@hotel.com', 'info آت hotel نقطة com'],
    ['nl', 'Bel +40721234567.', 'Bel plus 4 0, 7 2 1, 2 3 4, 5 6 7.'],
    ['nl', 'open 9-17, kamer 10–12', 'open 9 tot 17, kamer 10 tot 12'],
    ['nl', 'op 2026-11-21 om 14:05 voor 12,50 €', 'op 2026-11-21 om 14:05 voor 12,50 €'],
    ['nl', '123 456 789 inwoners, 2000000', '123 456 789 inwoners, 2000000'],
    ['nl', '4111 1111 1111 1111', '4 1 1 1, 1 1 1 1, 1 1 1 1, 1 1 1 1'],
    ['fa', '۲۵ ریال', '۲۵ ریال'],
    ['it', 'bed & breakfast', 'bed e breakfast'],
    ['en', 'end.Next sentence', 'end.Next sentence'],
    ['en', 'Great 😀 👍🏽!', 'Great'],
    ['xx', 'example.com', 'example dot com'],
  ])('are spoken in %s: %s', (language, written, spoken) => {
    expect(speakable(written, language)).toBe(spoken);
  });
});

describe('stage directions are not spoken', () => {
  test.each([
    ['en', '(laughs) Sure. *sighs* Well, [pause] yes.', 'Sure. Well, yes.'],
    ['en', 'Of course (chuckles softly), we are open.', 'Of course we are open.'],
    ['en', '*clears throat* Let me see.', 'Let me see.'],
    ['de', '(lacht) Gern. *räuspert sich* Also.', 'Gern. Also.'],
    ['ro', '(râde) Sigur. [pauză] Da.', 'Sigur. Da.'],
    ['fr', '(rit) Bien sûr. *soupire profondément* Bon, [une courte pause] oui.', 'Bien sûr. Bon, oui.'],
    ['es', '(se ríe) Claro. *suspira* [pausa larga] Sí.', 'Claro. Sí.'],
    ['it', '(ride) Certo. *si schiarisce la voce* [pausa] Sì.', 'Certo. Sì.'],
    ['pt', '(risos) Claro. *suspira* [pausa] Sim.', 'Claro. Sim.'],
    ['lt', '(juokiasi) Taip. *atsidūsta tyliai* [pauzė] Gerai.', 'Taip. Gerai.'],
    ['da', '(ler) Ja. *sukker dybt* [kort pause] Okay.', 'Ja. Okay.'],
    ['ar', '(يضحك) نعم. *تنهيدة* [وقفة قصيرة] حسنا.', 'نعم. حسنا.'],
    ['it', 'Abbiamo il riso (con il pesce) e il riso.', 'Abbiamo il riso (con il pesce) e il riso.'],
    ['en', 'The *pause* button (a music room) is [new].', 'The button (a music room) is new.'],
    ['en', 'He laughs (and she smiles at him).', 'He laughs (and she smiles at him).'],
  ])('in %s: %s', (language, written, spoken) => {
    expect(speakable(written, language)).toBe(spoken);
  });

  test('but stay in the text', () => {
    const words = new SpeakableText('en').segment('*clears throat* Yes, $5.');
    expect(words.map(({ written }) => written).join(' ')).toBe('*clears throat* Yes, $5.');
  });
});

describe('code', () => {
  const lines = (...pieces: string[]) => {
    const text = new SpeakableText('en');
    return pieces.map((segment) => spokenText(text.segment(segment)));
  };

  test('is not read, even across segments', () => {
    expect(lines('Do this:', '```js', 'let x 1', 'x();', '```', 'Then 5 more.')).toEqual([
      'Do this:',
      '',
      '',
      '',
      '',
      'Then five more.',
    ]);
  });

  test('is read if a fence without a language contains prose', () => {
    expect(lines('```', 'We open at 9.', 'npm install', '```')).toEqual(['', 'We open at nine.', '', '']);
  });
});

test('uses words of the previous segment to interpret a number', () => {
  const text = new SpeakableText('de');
  text.segment('Ihre Bestellnummer lautet:');
  expect(spokenText(text.segment('482913.'))).toBe('vier acht zwei, neun eins drei.');
});

test('maps a long number word by word, and an amount as one word', () => {
  const words = new SpeakableText('en').segment('Call 0722 123 456, it costs 1 234,50 EUR.');
  expect(words.map(({ written }) => written)).toEqual([
    'Call',
    '0722',
    '123',
    '456,',
    'it',
    'costs',
    '1 234,50 EUR.',
  ]);
  expect(words.map(({ spoken }) => spoken).slice(1, 4)).toEqual([
    'zero seven two two,',
    'one two three,',
    'four five six,',
  ]);
});

test('speaks nothing for a segment without words', () => {
  for (const text of ['', '...', '😀', '---', '```', '**', '"']) expect(speakable(text, 'en')).toBe('');
});

const LANGUAGES = ['en', 'de', 'ro', 'fr', 'es', 'lt', 'it', 'ar', 'pt', 'da'];

test.each(LANGUAGES)('leaves text without numbers unchanged in %s', (language) => {
  const texts = [
    'Good morning, this is the mill’s “inn”! Wie geht’s, alles gut? E foarte bine, mulțumesc; naïve A I-am spus.',
    'L’hôtel est-il « ouvert » ? C’est Max. Oui, j’en suis sûr : qu’il vienne !',
    '¿Sí o no? No. ¡Qué va! Es la última; dell’arte, c’è. Então, às vezes não: até já.',
    'Labas rytas, ar viskas gerai? Ačiū, iki. Godmorgen, hvad hedder du? Rødgrød, tak.',
    'صباح الخير، كيف حالك؟ شكراً جزيلاً؛ إلى اللقاء.',
  ];
  for (const text of texts) expect(speakable(text, language)).toBe(text);
});

test('keeps Arabic digits in the text', () => {
  const words = new SpeakableText('ar').segment('بـ٥٠ ريال (٢٥٪)');
  expect(words.map(({ written }) => written).join(' ')).toBe('بـ٥٠ ريال (٢٥٪)');
  expect(spokenText(words)).toBe('بخمسين ريالاً (خمسة وعشرون بالمائة)');
});

function fail(error: unknown): never {
  throw error;
}

test.each([
  ['en', 'the 1,000,000th visitor', 'the one millionth visitor'],
  [
    'en',
    'the 1,234,567th of 3',
    'the one million two hundred thirty-four thousand five hundred sixty-seventh of three',
  ],
  ['en', 'the 0th floor, 5 rooms', 'the 0th floor, five rooms'],
  ['en', 'the 1,000,000,000,000,000,000th time', 'the 1,000,000,000,000,000,000th time'],
  ['de', 'im 0. Stock, 5 Zimmer', 'im 0. Stock, fünf Zimmer'],
  ['de', 'vom 0.-3. Stock', 'vom 0.-3. Stock'],
  ['fr', 'le 0e jour, 5 chambres', 'le 0e jour, cinq chambres'],
  ['es', 'a 0º, 5 días', 'a 0º, cinco días'],
  ['it', 'a 0º, 5 giorni', 'a 0º, cinque giorni'],
  ['pt', 'a 0º, 5 dias', 'a 0º, cinco dias'],
  ['lt', '0-oji diena', '0-oji diena'],
])(
  'reads ordinals of large numbers, and leaves those of zero as written, in %s: %s',
  (language, written, spoken) => {
    expect(speakable(written, language)).toBe(spoken);
  },
);

test('leaves a word as written if a rule fails, and reads the rest', () => {
  const { ordinal } = ENGLISH;
  ENGLISH.ordinal = () => fail(new RangeError('No ordinal'));
  try {
    expect(speakable('The 2nd room costs $5.', 'en')).toBe('The 2nd room costs five dollars.');
    expect(() => new SpeakableText('en', { onFault: fail }).segment('The 2nd room')).toThrow('No ordinal');
  } finally {
    ENGLISH.ordinal = ordinal;
  }
});

const DICTIONARY = new PronunciationDictionary([
  { word: 'Mill Inn', pronunciation: 'meel in' },
  { word: 'A-4711', pronunciation: 'model forty seven' },
  { word: 'km', pronunciation: 'clicks' },
]);

test.each([
  ['a phrase as one unit', 'At Mill Inn, yes.', ['At', 'Mill Inn,', 'yes.'], 'At meel in, yes.'],
  [
    'words that a rule would change',
    'The A-4711 is 5 km away.',
    null,
    'The model forty seven is five clicks away.',
  ],
  ['words in Markdown', '**Mill Inn** (laughs) is [open](http://x.y).', null, 'meel in is open.'],
  ['several lines', 'Mill\nInn\nMill Inn', ['Mill', 'Inn', 'Mill Inn'], 'Mill Inn meel in'],
  ['a word at both ends', 'Mill Inn or Mill Inn', ['Mill Inn', 'or', 'Mill Inn'], 'meel in or meel in'],
])('replaces words of a dictionary before the other rules: %s', (_, text, written, spoken) => {
  const words = new SpeakableText('en', { dictionary: DICTIONARY }).segment(text);
  if (written !== null) expect(words.map((word) => word.written)).toEqual(written);
  expect(spokenText(words)).toBe(spoken);
});

test.each([
  ['numbers, money and codes', 'Room 12 costs $19.99 until 14:30, code A-4711.', undefined],
  ['abbreviations', 'Dr. Bell lives at 5th St.', undefined],
  ['Markdown', '# **12** rooms (laughs) [here](http://x.y)', '12 rooms here'],
  ['words of a dictionary', '5 km', '5 clicks'],
])('leaves text as written without normalization, apart from Markdown: %s', (_, text, spoken = text) => {
  const words = new SpeakableText('en', { isNormalized: false, dictionary: DICTIONARY }).segment(text);
  expect(spokenText(words)).toBe(spoken.replace('A-4711', 'model forty seven'));
});

const ORDINAL_ENDINGS = 'st|nd|th|. |. Stock|e|ère|º|ª|°|.º|er|o |a |-lea|-a|-as|-oji| m.| metai'.split('|');

/** An ordinal of zero, of a number of up to 21 digits, or of grouped thousands. */
const ordinal = fc
  .tuple(
    fc.constantFrom(' ', ' the ', ' im ', ' al ', ' a ', ' il ', ' den '),
    fc.oneof(
      fc.constantFrom('0', '00', '007', '0,000', '1,000,000'),
      fc.stringMatching(/^\d{1,21}$/),
      fc.stringMatching(/^[1-9]\d{0,2}([.,]\d{3}){1,6}$/),
    ),
    fc.constantFrom(...ORDINAL_ENDINGS),
    fc.constantFrom(' ', ' day ', ' Stock ', ' piano '),
  )
  .map((parts) => parts.join(''));

const segment = fc.oneof(
  ordinal,
  fc.constantFrom('5', '12', '€', '$', ' ', '.', ',', '-', '–', ':', '/', '+', '0722', 'code', 'am', 'Uhr'),
  fc.constantFrom(
    '%',
    '°C',
    'm²',
    'lei',
    'st',
    'A',
    'XB',
    '(',
    ')',
    '*',
    '[',
    'pause',
    '"',
    '#',
    'St.',
    '1/2',
    '2.ª',
    '14h30',
    '28/11',
    'nº',
    'kr.',
    'l’',
    'ب',
    '٢٥',
    '612 34 56 78',
    '1000000',
  ),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
);

test('never throws, and keeps all written text', () => {
  fc.assert(
    fc.property(fc.array(segment, { maxLength: 25 }), fc.constantFrom(...LANGUAGES), (parts, language) => {
      const text = parts.join('').replaceAll('\n', ' ');
      const words = new SpeakableText(language, { onFault: fail }).segment(text);
      if (!/```|~~~/.test(text)) expect(words.map(({ written }) => written).join(' ')).toBe(plainLine(text));
      expect(spokenText(words)).not.toMatch(/^\s|\s$|\n|undefined|NaN/);
    }),
  );
});
