import type { FoundThing } from '../../data/search.ts';

/** Of each kind the server tells so many; there may be more. */
const MOST = 5;

interface Further {
  kind: FoundThing['kind'];
  label: string;
  /** The whole list, narrowed to what was typed. */
  href: string;
}

/** Ways to whole lists of which no more than the first few are shown. */
export function furtherWays(things: readonly FoundThing[], words: string): Further[] {
  const isFull = (kind: FoundThing['kind']): boolean =>
    things.filter((thing) => thing.kind === kind).length >= MOST;
  const digits = words.replaceAll(/\D/g, '').replace(/^0{1,2}/, '');
  const ways: Further[] = [
    { kind: 'call', label: `All calls with ${words}`, href: `/calls?phone_number=${inAddress(digits)}` },
    {
      ...{ kind: 'conversation', label: `All conversations with “${words}”` },
      href: `/conversations?customer=${inAddress(words)}`,
    },
  ];
  return ways.filter(({ kind }) => isFull(kind));
}

/** A text in an address stays one, whatever it says. */
function inAddress(text: string): string {
  return encodeURIComponent(JSON.stringify(text));
}
