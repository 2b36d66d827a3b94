import { createContext, Script } from 'node:vm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainLine, SpeakableText } from './speakable-text.ts';

const LANGUAGES = ['en', 'de', 'ro', 'fr', 'es', 'lt', 'it', 'ar', 'pt', 'da', 'nl'];
const NUMBERS = [
  '1,234',
  '1.234',
  '1 234',
  '12',
  '1,5',
  "1'234.5",
  '1,234,567',
  '0722',
  '28.11.',
  '14:30',
  '2nd',
  '1/2',
];
const SIGNS = [...'+-–×x=.,/$€%°#()[]*_`|<', ' ', ' m', ' A'];

/** In milliseconds. Linear work takes a few, exponential work years. */
const LIMIT = { timeout: 60_000 };

/** Runs synchronous work, and interrupts it at the limit, even within a regular expression. */
function interruptible(work: () => void): void {
  new Script('work()').runInContext(createContext({ work }), LIMIT);
}

/** @returns the texts that were read; the last one is the slow one if reading was interrupted */
function read(texts: readonly string[], language: string): string[] {
  const begun: string[] = [];
  try {
    interruptible(() => {
      for (const text of texts) {
        begun.push(text);
        new SpeakableText(language).segment(text);
      }
    });
  } catch (error) {
    throw new Error(`Too slow in ${language}: ${begun.at(-1)}`, { cause: error });
  }
  return begun;
}

test.each(LANGUAGES)('reads chains of a number and a sign that fail at their end, in %s', (language) => {
  const texts = NUMBERS.flatMap((number) =>
    SIGNS.map((sign) => `${`${number}${sign}`.repeat(40)}${number}xy`),
  );
  expect(read(texts, language)).toHaveLength(texts.length);
});

test('reads repeated tokens of any kind', () => {
  const tokens = fc.array(
    fc.constantFrom(...NUMBERS, ...SIGNS, 'USD', 'code', 'a.b', 'St.', '@', 'https://', '٢٥'),
    {
      minLength: 1,
      maxLength: 4,
    },
  );
  const times = fc.integer({ min: 40, max: 300 });
  const ending = fc.constantFrom('', 'x', 'xy', ')', ' ');
  fc.assert(
    fc.property(tokens, times, ending, fc.constantFrom(...LANGUAGES), (parts, count, end, language) => {
      const text = `${parts.join('').repeat(count)}${end}`;
      expect(read([text], language)).toEqual([text]);
    }),
    { numRuns: 60 },
  );
});

test('removes Markdown from a line of ten thousand signs', () => {
  for (const sign of [...SIGNS, '~~~', '```', '![', '](', '```a ', '- ', '<a']) {
    const line = `${sign.repeat(10_000 / sign.length)}x\``;
    expect(() => interruptible(() => plainLine(line)), sign).not.toThrow();
  }
});
