/** Scripts without spaces, which are split into overlapping character bigrams. */
const UNSPACED =
  '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}ー';
const RUNS = new RegExp(`([${UNSPACED}]+)|([[\\p{L}\\p{N}\\p{M}]--[${UNSPACED}]]+)`, 'gv');
/** Longer words are usually encoded data. */
const MAX_WORD_LENGTH = 48;
/** First half of a character that was cut in two. PostgreSQL refuses it. */
const CUT_CHARACTER = /[\uD800-\uDBFF]$/;

/** Lower-case words of a text in order; character bigrams for scripts without spaces. */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  const normalized = text.normalize('NFKC').toLowerCase();
  for (const [run, unspaced] of normalized.matchAll(RUNS)) {
    if (unspaced === undefined) words.push(run.slice(0, MAX_WORD_LENGTH).replace(CUT_CHARACTER, ''));
    else pushPairs(words, unspaced);
  }
  return words;
}

function pushPairs(words: string[], run: string): void {
  const characters = [...run];
  if (characters.length === 1) words.push(run);
  for (let index = 1; index < characters.length; index += 1) {
    words.push(`${characters[index - 1]}${characters[index]}`);
  }
}

const MARKS = /\p{M}+/gu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: fast path for ASCII.
const ASCII = /^[\x00-\x7f]*$/;

/** Without accents, so that `cafe` finds `café`. */
export function foldAccents(word: string): string {
  return ASCII.test(word) ? word : word.normalize('NFD').replace(MARKS, '').normalize('NFC');
}
