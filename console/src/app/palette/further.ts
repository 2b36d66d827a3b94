import type { FoundThing } from '../../data/search.ts';
import { t } from '../../lib/i18n/t.ts';

/** The server returns at most this many results per kind. */
const MOST = 5;

interface Further {
  kind: FoundThing['kind'];
  label: string;
  /** The list page, filtered by the typed words. */
  href: string;
}

/** Links to the full list of each kind that has the maximum number of results. */
export function furtherWays(things: readonly FoundThing[], words: string): Further[] {
  const isFull = (kind: FoundThing['kind']): boolean =>
    things.filter((thing) => thing.kind === kind).length >= MOST;
  const digits = words.replaceAll(/\D/g, '').replace(/^0{1,2}/, '');
  const ways: Further[] = [
    {
      kind: 'call',
      label: t('All calls with {words}', { words }),
      href: `/calls?phone_number=${inAddress(digits)}`,
    },
    {
      kind: 'conversation',
      label: t('All conversations with “{words}”', { words }),
      href: `/conversations?customer=${inAddress(words)}`,
    },
  ];
  return ways.filter(({ kind }) => isFull(kind));
}

/** Encodes the text as JSON, so that the router parses it as a string. */
function inAddress(text: string): string {
  return encodeURIComponent(JSON.stringify(text));
}
