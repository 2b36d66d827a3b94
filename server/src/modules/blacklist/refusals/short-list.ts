import { plainWords } from './plain-words.ts';
import { anyOf, contains, type Refusals, startsWith } from './refusals.ts';

/** What people say in one language, as they write it: whole sentences that say it, and nothing else. */
export interface ShortList {
  says: readonly string[];
  /** May follow. */
  polite: readonly string[];
  /** Make it a matter of hours or conditions when they follow. */
  limits: readonly string[];
  /** Make it something else when they stand before it. */
  turns: readonly string[];
  /** Words are not divided by spaces. */
  isUnspaced?: true;
}

const NEVER = /(?!)/gu;

export function fromShortList({ says, polite, limits, turns, isUnspaced }: ShortList): Refusals {
  const [bare, fillers, ends, before] = [says, [',', ...polite], limits, turns].map((list) =>
    list.map(plainWords),
  );
  if (isUnspaced === true) {
    return {
      firm: NEVER,
      bare: new RegExp(either(bare), 'gu'),
      fillers: new RegExp(`^(?:${either(fillers)})`, 'u'),
      limits: new RegExp(`^(?:${either(ends)})`, 'u'),
      turns: new RegExp(either(before), 'u'),
    };
  }
  return {
    firm: NEVER,
    bare: anyOf(either(bare)),
    fillers: startsWith(either(fillers)),
    limits: startsWith(either(ends)),
    turns: contains(either(before)),
  };
}

/** The longest first. */
function either(wordings: readonly string[] = []): string {
  return wordings.toSorted((one, other) => other.length - one.length).join('|');
}
