import { newStemmer } from 'snowball-stemmers';
import { LANGUAGES, type LanguageCode, stopWordsOf, stripMarks } from './languages.ts';

const WORD = /[\p{L}\p{N}]+(?:['’][\p{L}]+)?/gu;

/** The words of a text in lower case, in order; apostrophes stay inside ("don't"). */
export function wordsOf(text: string): string[] {
  return [...text.toLowerCase().replaceAll('’', "'").matchAll(WORD)].map((match) => match[0]);
}

type Stem = (word: string) => string;
const stemmers = new Map<LanguageCode, Stem>();

function stemmerOf(language: LanguageCode): Stem {
  const known = stemmers.get(language);
  if (known !== undefined) return known;
  const name = LANGUAGES[language].stemmer;
  const snowball = name === null ? null : newStemmer(name);
  const cache = new Map<string, string>();
  const stem: Stem = (word) => {
    const cached = cache.get(word);
    if (cached !== undefined) return cached;
    // Bounded: documents hold any number of different words.
    if (cache.size > 20_000) cache.clear();
    const plain = stripMarks(word);
    const result = snowball === null || /\d/.test(plain) ? plain : snowball.stem(plain);
    cache.set(word, result);
    return result;
  };
  stemmers.set(language, stem);
  return stem;
}

/** Stems of the words that carry meaning, in order, repeats included. */
export function termsOf(text: string, language: LanguageCode): string[] {
  const stopWords = stopWordsOf(language);
  const stem = stemmerOf(language);
  return wordsOf(text)
    .filter((word) => !stopWords.has(word) && (word.length > 1 || /\d/.test(word)))
    .map((word) => stem(word.replace(/'s$/, '')));
}
