import type { RequestFacts } from './route.ts';

export interface PageRequest {
  page: number;
  perPage: number;
}

/** The requested page, with the list's defaults. */
export function pageRequest(
  query: { page?: number | null | undefined; per_page?: number | null | undefined },
  defaultPerPage: number,
): PageRequest {
  return { page: query.page ?? 1, perPage: query.per_page ?? defaultPerPage };
}

type Link = { url: string | null; label: string; active: boolean };

/**
 * The pagination envelope as JSON text around items that are already JSON text.
 * @param items the page's items, joined by commas
 * @param count number of items
 */
export function pageEnvelope(
  facts: RequestFacts,
  request: PageRequest,
  result: { items: string; count: number; total: number },
): string {
  const { page, perPage } = request;
  const path = `${facts.origin}${facts.path}`;
  const lastPage = Math.max(1, Math.ceil(result.total / perPage));
  const url = (number: number): string => `${path}?${withPage(facts.queryString, number)}`;
  const previous = page > 1 ? url(page - 1) : null;
  const next = page < lastPage ? url(page + 1) : null;
  const from = result.count === 0 ? null : (page - 1) * perPage + 1;
  const tail = {
    first_page_url: url(1),
    from,
    last_page: lastPage,
    last_page_url: url(lastPage),
    links: [
      { url: previous, label: '&laquo; Previous', active: false },
      ...pageNumbers(page, lastPage).map((number) => numberedLink(number, page, url)),
      { url: next, label: 'Next &raquo;', active: false },
    ],
    next_page_url: next,
    path,
    per_page: perPage,
    prev_page_url: previous,
    to: from === null ? null : from + result.count - 1,
    total: result.total,
  };
  return `{"current_page":${page},"data":[${result.items}],${JSON.stringify(tail).slice(1)}`;
}

function numberedLink(number: number | null, current: number, url: (number: number) => string): Link {
  return number === null
    ? { url: null, label: '...', active: false }
    : { url: url(number), label: String(number), active: number === current };
}

/**
 * Page numbers to link; null is a gap. All pages are listed if there are at most 13, otherwise two at either end and
 * three on both sides of the current one, or ten in a row near an end.
 */
export function pageNumbers(current: number, last: number): (number | null)[] {
  const all = (from: number, to: number): number[] =>
    Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
  if (last <= 13) return all(1, last);
  const start = [1, 2];
  const end = [last - 1, last];
  if (current <= 7) return [...all(1, 10), null, ...end];
  if (current > last - 7) return [...start, null, ...all(last - 9, last)];
  return [...start, null, ...all(current - 3, current + 3), null, ...end];
}

/** Replaces `page` and keeps the client's other parameters. */
function withPage(queryString: string, page: number): string {
  const kept = queryString.split('&').filter((part) => part !== '' && !/^page(=|$)/.test(part));
  return [...kept, `page=${page}`].join('&');
}
