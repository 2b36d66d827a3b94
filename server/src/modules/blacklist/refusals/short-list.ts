import { plainWords } from './plain-words.ts';
import { anyOf, contains, type Refusals, startsWith } from './refusals.ts';

/** Plain wordings of one language: complete refusals without patterns. */
export interface ShortList {
  says: readonly string[];
  /** Polite words that may follow a refusal. */
  polite: readonly string[];
  /** Words that make a preceding refusal conditional. */
  limits: readonly string[];
  /** Words that change the meaning of a following refusal. */
  turns: readonly string[];
  /** The language does not separate words with spaces. */
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

/** Longest first, so that alternatives match greedily. */
function either(wordings: readonly string[] = []): string {
  return wordings.toSorted((one, other) => other.length - one.length).join('|');
}
