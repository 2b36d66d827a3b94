import { createRequire } from 'node:module';
import type { Stemmer } from 'snowball-stemmers';
import type { Language } from '../../../../core/stop-words.ts';
import { foldAccents } from './words.ts';

const require = createRequire(import.meta.url);
/** Stemming takes about 5 µs, and words repeat. */
const CACHE_ENTRIES = 100_000;

interface CachedStemmer {
  stem(word: string): string;
  cache: Map<string, string>;
}

const stemmers = new Map<Language | undefined, CachedStemmer>();

/** The index term of a lower-case word: its Snowball stem without accents. Not stemmed if the language is unknown. */
export function termOf(word: string, language: Language | undefined): string {
  const { stem, cache } = stemmerFor(language);
  const known = cache.get(word);
  if (known !== undefined) return known;
  if (cache.size >= CACHE_ENTRIES) cache.clear();
  const term = foldAccents(stem(word)) || word;
  cache.set(word, term);
  return term;
}

function stemmerFor(language: Language | undefined): CachedStemmer {
  const known = stemmers.get(language);
  if (known !== undefined) return known;
  const snowball = language === undefined ? undefined : newStemmer(language);
  const stemmer = { stem: (word: string) => snowball?.stem(word) ?? word, cache: new Map<string, string>() };
  stemmers.set(language, stemmer);
  return stemmer;
}

/** Loaded lazily: the library takes 4 MB and most processes never need it. */
function newStemmer(language: Language): Stemmer {
  const library: typeof import('snowball-stemmers') = require('snowball-stemmers');
  return library.newStemmer(language);
}
