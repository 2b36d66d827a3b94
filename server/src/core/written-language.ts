import { MORE_STOP_WORDS, STOP_WORDS } from './stop-words.ts';

/** Function words, by ISO 639-1. */
const FUNCTION_WORDS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    en: STOP_WORDS.english,
    de: STOP_WORDS.german,
    fr: STOP_WORDS.french,
    es: STOP_WORDS.spanish,
    it: STOP_WORDS.italian,
    pt: STOP_WORDS.portuguese,
    nl: STOP_WORDS.dutch,
    da: STOP_WORDS.danish,
    sv: STOP_WORDS.swedish,
    no: STOP_WORDS.norwegian,
    fi: STOP_WORDS.finnish,
    hu: STOP_WORDS.hungarian,
    ro: STOP_WORDS.romanian,
    ru: STOP_WORDS.russian,
    tr: STOP_WORDS.turkish,
    ...MORE_STOP_WORDS,
  }).map(([code, words]) => [code, new Set(words.split(' '))]),
);

/** Letters of a language; unlisted languages use the plain Latin ones. */
const ALPHABETS: Readonly<Record<string, RegExp>> = {
  ro: latin('ăâîșțşţ'),
  fr: latin('àâæçéèêëîïôœùûüÿ'),
  es: latin('áéíñóúü'),
  de: latin('äöüß'),
  lt: latin('ąčęėįšųūž'),
  it: latin('àèéìíîòóù'),
  pt: latin('àáâãçéêíóôõú'),
  da: latin('æøå'),
  nl: latin('éëïóöü'),
  pl: latin('ąćęłńóśźż'),
  sv: latin('åäö'),
  no: latin('æøå'),
  fi: latin('äåö'),
  cs: latin('áčďéěíňóřšťúůýž'),
  sk: latin('áäčďéíĺľňóôŕšťúýž'),
  hu: latin('áéíóöőúüű'),
  tr: latin('âçğıîöşüû'),
  vi: /^\p{sc=Latin}+$/u,
  bg: /^[а-ъьюя]+$/u,
  ru: /^[а-яё]+$/u,
  uk: /^[а-щьюяґєії]+$/u,
  el: /^\p{sc=Greek}+$/u,
  ar: /^[\p{sc=Arabic}\p{M}]+$/u,
  he: /^[\p{sc=Hebrew}\p{M}]+$/u,
  hi: /^[\p{sc=Devanagari}\p{M}]+$/u,
  ja: /^(?=.*[\p{sc=Hiragana}\p{sc=Katakana}])[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー]+$/u,
  zh: /^\p{sc=Han}+$/u,
  ko: /^\p{sc=Hangul}+$/u,
};
const PLAIN = latin('');

/** Scripts without spaces: a run of their letters counts as several words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;
/** The lead in points that a language needs over the others: one word more may be chance. */
const LEAD = 2;
const MAX_WORDS = 60;

/**
 * Detects which of these languages (ISO 639-1) a text is written in, by letters and function words. Null if the text is
 * ambiguous or there is only one language.
 */
export function writtenLanguage(text: string, languages: readonly string[]): string | null {
  const choices = [...new Set(languages)];
  if (choices.length < 2) return null;
  const words =
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}ー]+/gu)
      ?.slice(0, MAX_WORDS) ?? [];
  const [first, second] = choices
    .map((language) => ({ language, points: words.reduce((sum, word) => sum + points(word, language), 0) }))
    .sort((one, other) => other.points - one.points);
  if (first === undefined || second === undefined) return null;
  return first.points >= second.points + LEAD ? first.language : null;
}

function points(word: string, language: string): number {
  if (!(ALPHABETS[language] ?? PLAIN).test(word)) return 0;
  const isRun = UNSPACED.test(word) && word.length > 1;
  return isRun || FUNCTION_WORDS.get(language)?.has(word) === true ? 2 : 1;
}

function latin(further: string): RegExp {
  return new RegExp(`^[a-z${further}]+$`, 'u');
}
