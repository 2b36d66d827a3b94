import { expect, test } from 'vitest';
import { CATALOG_LANGUAGES } from '../../test/kit/catalog-languages.ts';
import { restOfBrokenAnswer } from './broken-answer.ts';

const SORRY = 'Sorry, a technical problem interrupted my answer. Please ask again.';

test.each([
  ['Well, I', ['en'], `…\n\n${SORRY}`],
  ['We open at nine.', ['en'], `\n\n${SORRY}`],
  ['„Um neun Uhr.”', ['xx'], `\n\n${SORRY}`],
  [
    'Wir öffnen um neun Uhr, und am Sonntag ist es',
    ['en', 'de'],
    '…\n\nEntschuldigung, ein technisches Problem hat meine Antwort unterbrochen. Bitte fragen Sie noch einmal.',
  ],
])('ends %j', (said, languages, rest) => {
  expect(restOfBrokenAnswer(said, languages)).toBe(rest);
});

test.each(CATALOG_LANGUAGES)('ends an answer in $name', ({ iso_2 }) => {
  expect(restOfBrokenAnswer('', [iso_2]).includes(SORRY)).toBe(iso_2 === 'en');
});
