import type { SpooledFile } from '../../../http/route.ts';

const MARKS: readonly (readonly [readonly number[], string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];

/** What spreadsheets of western Windows write where the text is not UTF-8. */
const FALLBACK = 'windows-1252';

/**
 * The charset of a file: its byte order mark's, else the given one, else UTF-8 where most of its letters beyond ASCII are.
 * @param given a name that `TextDecoder` knows; null: nobody has told
 */
export async function charsetOf(file: Pick<SpooledFile, 'read'>, given: string | null): Promise<string> {
  for await (const head of file.read()) {
    const marked = MARKS.find(([mark]) => mark.every((byte, index) => head[index] === byte));
    if (marked !== undefined) return marked[1];
    break;
  }
  return given ?? ((await isUtf8(file)) ? 'utf-8' : FALLBACK);
}

/** What is no character in the charset of its file. */
export const UNREADABLE = '\ufffd';

/**
 * Other charsets hardly ever make a letter of UTF-8 by chance: a few broken bytes among many such letters are told of
 * with their rows, as the letters would be spoilt without a word.
 */
async function isUtf8(file: Pick<SpooledFile, 'read'>): Promise<boolean> {
  let letters = 0;
  let broken = 0;
  for await (const text of decodedText(file, 'utf-8')) {
    for (const [character] of text.matchAll(BEYOND_ASCII)) {
      if (character === UNREADABLE) broken += 1;
      else letters += 1;
    }
  }
  return letters >= broken;
}

const BEYOND_ASCII = /[^\0-\x7f]/gu;

/** The text of a file, piece by piece, without its byte order mark. What is no character becomes one that says so. */
export async function* decodedText(file: Pick<SpooledFile, 'read'>, charset: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(charset);
  for await (const piece of file.read()) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}
