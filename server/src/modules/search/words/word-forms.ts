import type { Language } from '../../../core/stop-words.ts';
import { termOf } from '../../knowledge/retrieval/analysis/stem.ts';
import { foldAccents, wordsOf } from '../../knowledge/retrieval/analysis/words.ts';

/** Letters that Unicode does not decompose. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
};
const UNDECOMPOSED = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');

/** Endings of nouns whose accent the stemmer needs. */
const ENDINGS: Partial<Record<Language, readonly [RegExp, string]>> = {
  spanish: [/([cs])ion$/, '$1ión'],
  portuguese: [/cao$/, 'ção'],
};

/** A word of a text in the forms of the index. */
export interface WordForms {
  /** Without accents, in lower case. */
  exact: string;
  /** Stems in the given languages, without accents. */
  stems: readonly string[];
}

/** Analysis takes about 8 µs, and words repeat. */
const CACHE_ENTRIES = 50_000;
/** One for each combination of languages. */
const MAX_CACHES = 20;
const caches = new Map<string, Map<string, WordForms>>();

/** The words of a text in order; character pairs for scripts without spaces. */
export function formsIn(text: string, languages: readonly Language[]): WordForms[] {
  const cache = cacheFor(languages);
  return wordsOf(text).map((word) => {
    const known = cache.get(word);
    if (known !== undefined) return known;
    if (cache.size >= CACHE_ENTRIES) cache.clear();
    const forms = formsOf(word, languages);
    cache.set(word, forms);
    return forms;
  });
}

function cacheFor(languages: readonly Language[]): Map<string, WordForms> {
  const key = languages.join(' ');
  const known = caches.get(key) ?? new Map<string, WordForms>();
  if (caches.size >= MAX_CACHES) caches.clear();
  caches.set(key, known);
  return known;
}

function formsOf(word: string, languages: readonly Language[]): WordForms {
  const exact = plain(word);
  // Many customers type without accents, which changes some stems.
  const stems = languages.flatMap((language) => [
    plain(termOf(word, language)),
    plain(termOf(accented(exact, language), language)),
  ]);
  return { exact, stems: [...new Set(stems)] };
}

function accented(word: string, language: Language): string {
  const [ending, written] = ENDINGS[language] ?? [];
  return ending === undefined || written === undefined ? word : word.replace(ending, written);
}

function plain(word: string): string {
  return foldAccents(word).replace(UNDECOMPOSED, (letter) => LETTERS[letter] ?? letter);
}
