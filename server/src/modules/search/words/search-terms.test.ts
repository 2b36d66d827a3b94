import { expect, test } from 'vitest';
import { beginningIn, searchTerms, wordsQuery } from './search-terms.ts';

const query = (text: string) => wordsQuery(searchTerms(text, ['english', 'german']));

test.each([
  ['refunds ', `('refunds' | 'refund' | '*refund')`],
  ['refun', `('refun':* | '*refun')`],
  ['the', `('the' | '*the')`],
  ['re', `('re' | '*re')`],
  ['“I want” ', `('i' <-> 'want')`],
  ['"refunded', `('refunded':* | 'refund' | '*refund' | '*refunded')`],
  ['#4471', `('4471':* | '*4471')`],
  ['ORD-4471', `('ord' <-> '4471')`],
  ['0721 000 001', `((('0721' | '*0721') & ('000' | '*000') & ('001':* | '*001')) | '#721000001':*)`],
  ['Größe ', `('grosse' | 'gross' | '*gross' | '*grosse')`],
  ['退款政策', `('退款' <-> '款政' <-> '政策')`],
  ["' | ! & \\ <->", null],
  ["o'neil ", `('o' <-> 'neil')`],
])('reads %s as %s', (text, expected) => {
  const built = query(text);
  if (expected === null || built === null) expect(built).toBe(expected);
  else expect(termsOf(built)).toEqual(termsOf(expected));
});

test('searches for the completions of the last word, if they are known', () => {
  const terms = searchTerms('open refun', ['english']);
  expect(beginningIn(terms)).toBe('refun');
  expect(termsOf(wordsQuery(terms, ['refunds', 'refund']) ?? '')).toEqual(
    termsOf(`('open' | '*open') & ('refun' | '*refun' | 'refunds' | 'refund')`),
  );
  expect(beginningIn(searchTerms('open the', ['english']))).toBeNull();
});

/** Forms of a word in any order. */
function termsOf(text: string): string[][] {
  return text.split(' & ').map((term) =>
    term
      .split(' | ')
      .map((one) => one.replaceAll(/[()]/g, ''))
      .sort(),
  );
}
