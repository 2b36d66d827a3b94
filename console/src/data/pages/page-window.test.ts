import { expect, test } from 'vitest';
import { pagesOf, placeRows } from './page-window.ts';

test.each([
  [{ first: 0, last: 20 }, [1]],
  [{ first: 0, last: 50 }, [1, 2]],
  [{ first: 49, last: 50 }, [1, 2]],
  [{ first: 9_950, last: 9_999 }, [1, 200]],
  [{ first: 120, last: 160 }, [1, 3, 4]],
  [{ first: -5, last: -1 }, [1]],
  [{ first: 70, last: 10 }, [1, 2]],
])('rows %o are on pages %o', (range, pages) => {
  expect(pagesOf(range, 50)).toEqual(pages);
});

test('places loaded rows and leaves the others undefined', () => {
  const pages = new Map([
    [1, ['a', 'b']],
    [3, ['e']],
  ]);
  expect(placeRows(5, 2, pages)).toEqual(['a', 'b', undefined, undefined, 'e']);
});

test('ignores rows beyond the length of the list', () => {
  expect(placeRows(1, 2, new Map([[1, ['a', 'b']]]))).toEqual(['a']);
});
