import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pageEnvelope, pageNumbers, pageRequest } from './pagination.ts';
import type { RequestFacts } from './route.ts';

const facts = (queryString: string): RequestFacts => ({
  origin: 'https://parley.example',
  path: '/api/user/things',
  queryString,
  accept: '',
  browserOrigin: null,
  isCrossOrigin: false,
  csrfToken: null,
  remoteNetwork: '127.0.0.1',
  namedRequest: null,
  accountId: null,
  lastEventId: null,
  guest: null,
  tokenId: 1,
});

describe('page numbers', () => {
  const known = fc
    .integer({ min: 1, max: 2000 })
    .chain((last) => fc.tuple(fc.integer({ min: 1, max: last }), fc.constant(last)));

  test('contain the first, last and current page with its neighbors, in order, at most 15 entries', () => {
    fc.assert(
      fc.property(known, ([current, last]) => {
        const numbers = pageNumbers(current, last);
        const shown = numbers.filter((number) => number !== null);
        const wanted = [1, current - 1, current, current + 1, last].filter((n) => n >= 1 && n <= last);
        expect(shown).toEqual(expect.arrayContaining(wanted));
        expect(shown).toEqual([...new Set(shown)].sort((a, b) => a - b));
        expect(numbers.length).toBeLessThanOrEqual(15);
      }),
    );
  });

  test('have a gap exactly where at least two pages are omitted', () => {
    fc.assert(
      fc.property(known, ([current, last]) => {
        const numbers = pageNumbers(current, last);
        for (const [index, number] of numbers.entries()) {
          const [before, after] = [numbers[index - 1], numbers[index + 1]];
          if (number === null) expect(Number(after) - Number(before)).toBeGreaterThan(2);
          else if (typeof before === 'number') expect(number - before).toBe(1);
        }
      }),
    );
  });

  test('are complete up to 13 pages', () => {
    expect(pageNumbers(1, 13)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
    expect(pageNumbers(1, 14)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, null, 13, 14]);
  });

  test('have no duplicates or unknown pages beyond the last page', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 1_000_000 }), (last, beyond) => {
        const shown = pageNumbers(last + beyond, last).filter((number) => number !== null);
        expect(shown).toEqual([...new Set(shown)]);
        expect(Math.max(...shown)).toBe(last);
        expect(Math.min(...shown)).toBe(1);
      }),
    );
  });
});

describe('the envelope', () => {
  const inputs = fc.record({
    total: fc.integer({ min: 0, max: 5000 }),
    perPage: fc.integer({ min: 1, max: 100 }),
    page: fc.integer({ min: 1, max: 6000 }),
  });

  test('has consistent counts', () => {
    fc.assert(
      fc.property(inputs, ({ total, perPage, page }) => {
        const count = Math.max(0, Math.min(perPage, total - (page - 1) * perPage));
        const items = Array.from({ length: count }, () => '1').join(',');
        const body = JSON.parse(pageEnvelope(facts(''), { page, perPage }, { items, count, total }));
        expect(body.data).toHaveLength(count);
        expect(body.last_page).toBe(Math.max(1, Math.ceil(total / perPage)));
        if (count === 0) expect([body.from, body.to]).toEqual([null, null]);
        else expect(body.to - body.from + 1).toBe(count);
        expect(body.next_page_url === null).toBe(page >= body.last_page);
        expect(body.prev_page_url === null).toBe(page === 1);
      }),
    );
  });

  test('has links that replace the page and keep other parameters unchanged', () => {
    const name = fc.stringMatching(/^[a-z_]{1,8}$/).filter((text) => text !== 'page');
    const pairs = fc.array(fc.tuple(name, fc.stringMatching(/^[A-Za-z0-9%20._-]{0,8}$/)), { maxLength: 5 });
    fc.assert(
      fc.property(pairs, fc.nat({ max: 5 }), (kept, place) => {
        const parts = kept.map(([key, value]) => `${key}=${value}`);
        const asked = [...parts.slice(0, place), 'page=2', ...parts.slice(place)].join('&');
        const result = { items: '', count: 0, total: 50 };
        const body = JSON.parse(pageEnvelope(facts(asked), { page: 2, perPage: 10 }, result));
        expect(body.next_page_url).toBe(
          `https://parley.example/api/user/things?${[...parts, 'page=3'].join('&')}`,
        );
      }),
    );
  });
});

test('the page request has the list’s defaults for missing parameters', () => {
  expect(pageRequest({}, 15)).toEqual({ page: 1, perPage: 15 });
  expect(pageRequest({ page: null, per_page: 3 }, 15)).toEqual({ page: 1, perPage: 3 });
});
