import { expect, test } from 'vitest';
import { searchTerms } from '../words/search-terms.ts';
import { bestExcerpt } from './excerpt.ts';

/** The excerpt with matches in brackets. */
function excerpt(query: string, ...texts: string[]): string | null {
  const languages = ['english' as const];
  const { terms } = searchTerms(query, languages);
  const best = bestExcerpt(
    texts.map((text) => ({ text })),
    { terms, languages },
  );
  return best?.excerpt.map(({ text, is_match }) => (is_match ? `[${text}]` : text)).join('') ?? null;
}

test.each([
  ['refund', ['Hello', 'You refunded me two refunds'], 'You [refunded] me two [refunds]'],
  ['order refund', ['My order', 'Refund this order', 'Refund'], '[Refund] this [order]'],
  ['"want a refund"', ['I want the refund', 'I want a refund now'], 'I [want a refund] now'],
  ['cafe ', ['Un café, por favor'], 'Un [café], por favor'],
  ['#4471', ['It is #4471-22.'], 'It is #[4471]-22.'],
  ['refu', ['A refusal or a refund'], 'A [refusal] or a [refund]'],
  ['nothing ', ['A refund'], null],
])('%s in %j', (query, texts, expected) => {
  expect(excerpt(query, ...texts)).toBe(expected);
});

test('cuts a long line around the first match, not within a character', () => {
  const filler = '😀'.repeat(200);
  const long = excerpt('refund ', `${filler}refund${filler}`);
  expect(long).toMatch(/^…😀+\[refund\]😀+…$/u);
  expect(long?.isWellFormed()).toBe(true);
  expect(excerpt('refund ', `${'word '.repeat(100)}refund${' word'.repeat(100)}`)).toMatch(
    /^…(word )+\[refund\]( word)+…$/,
  );
});
