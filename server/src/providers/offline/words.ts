import { createRequire } from 'node:module';
import type { Stemmer } from 'snowball-stemmers';
import { englishNameOf, type LanguageCode, stopWordsOf, stripMarks } from './languages.ts';

const require = createRequire(import.meta.url);
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
  // Snowball has no Lithuanian stemmer.
  const snowball = language === 'lt' ? null : newStemmer(englishNameOf(language).toLowerCase());
  const cache = new Map<string, string>();
  const stem: Stem = (word) => {
    const cached = cache.get(word);
    if (cached !== undefined) return cached;
    // Limits the cache, as documents contain any number of words.
    if (cache.size > 20_000) cache.clear();
    const plain = stripMarks(word);
    const result = snowball === null || /\d/.test(plain) ? plain : snowball.stem(plain);
    cache.set(word, result);
    return result;
  };
  stemmers.set(language, stem);
  return stem;
}

/** Loaded on first use, as the library takes about four megabytes. */
function newStemmer(name: string): Stemmer {
  const library: typeof import('snowball-stemmers') = require('snowball-stemmers');
  return library.newStemmer(name);
}

/** Forms that a stemmer does not unify. */
const IRREGULAR = new Map(
  'lost lose,sent send,paid pay,taught teach,bought buy,ran run,took take,taken take,gave give,given give,left leave,brought bring,built build,kept keep,held hold,sold sell,spent spend,ate eat,drove drive,wrote write,written write,spoke speak,chose choose,chosen choose,began begin,broke break,broken break,children child,kids kid,people person,feet foot,teeth tooth,men man,women woman,costs cost,toothache pain,headache pain'
    .split(',')
    .map((pair): [string, string] => {
      const [form = '', base = ''] = pair.split(' ');
      return [form, base];
    }),
);

/** English compounds with three spellings: "check in", "check-in", "checkin". */
const TWO_PARTS = /\b(check|log|sign|pick|drop|money|wi|e)[- ]?(in|out|up|off|back|fi|mail)\b/gi;
const MAIL_ADDRESS = /\b(e[- ]?mail|mail) address(?:es)?\b/gi;
const SEND_BACK = /\b(?:send|bring|give) (?:\w+ ){0,2}back\b/gi;

/** Stems of the meaningful words, in order, with duplicates. */
export function termsOf(text: string, language: LanguageCode): string[] {
  const stopWords = stopWordsOf(language);
  const stem = stemmerOf(language);
  const isEnglish = language === 'en';
  const prepared = isEnglish
    ? text.replaceAll(SEND_BACK, 'return').replaceAll(MAIL_ADDRESS, '$1').replaceAll(TWO_PARTS, '$1$2')
    : text;
  return wordsOf(prepared)
    .filter((word) => !stopWords.has(word) && (word.length > 1 || /\d/.test(word)))
    .map((word) => stem((isEnglish ? IRREGULAR.get(word) : undefined) ?? word.replace(/'s$/, '')))
    .filter((term) => !stopWords.has(term));
}
