import type { Option } from './options.ts';

/** Options shown at a time; the search finds the others. */
export const MOST_SHOWN = 50;

interface FoundOptions {
  /** The first matches, including the chosen option while nothing is typed. */
  shown: readonly Option[];
  /** Number of further matches. */
  more: number;
}

/** Options that contain every typed word; those that start with the typed text come first. */
export function optionsFound(options: readonly Option[], typed: string, chosen: string | null): FoundOptions {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const phrase = words.join(' ');
  const fitting = options
    .filter(({ label, hint = '' }) => {
      const text = `${label} ${hint}`.toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .sort((one, other) => distance(one.label, phrase) - distance(other.label, phrase));
  const first = fitting.slice(0, MOST_SHOWN);
  const more = fitting.length - first.length;
  const far =
    words.length === 0 ? fitting.slice(MOST_SHOWN).find(({ value }) => value === chosen) : undefined;
  return { shown: far === undefined ? first : [far, ...first.slice(0, -1)], more };
}

/** Rank of a match: lower is closer to the typed text. */
function distance(name: string, phrase: string): number {
  const text = name.toLowerCase();
  if (text === phrase) return 0;
  if (text.startsWith(phrase)) return 1;
  return text.includes(phrase) ? 2 : 3;
}
