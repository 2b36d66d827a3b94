/** Text without letters or digits is silence, or an error at some vendors. */
export function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** The words of a text, including punctuation. */
export function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

/**
 * Splits a text into parts of at most `maxLength` characters: at a sentence if possible, else at a clause, a word, or
 * anywhere. Only white space is lost.
 */
export function splitText(text: string, maxLength: number): string[] {
  const parts: string[] = [];
  let rest = text.trim();
  while (rest.length > maxLength) {
    const at = cutBefore(rest, maxLength);
    parts.push(rest.slice(0, at).trim());
    rest = rest.slice(at).trim();
  }
  if (rest !== '') parts.push(rest);
  return parts;
}

const CUTS = [/[.!?…。？！]+["')\]]*\s/g, /[,;:–—、，]\s?/g, /\s/g];

function cutBefore(text: string, maxLength: number): number {
  const head = text.slice(0, maxLength);
  for (const cut of CUTS) {
    const last = [...head.matchAll(cut)].at(-1);
    if (last !== undefined && last.index > 0) return last.index + last[0].length;
  }
  // Never splits a surrogate pair.
  return /[\ud800-\udbff]$/.test(head) ? maxLength - 1 : maxLength;
}

const SENTENCE_MS = 300;
export const COMMA_MS = 150;
const WORD_MS = 40;

/** Length of the pause after the last punctuation mark. */
export function pauseAfterMs(text: string): number {
  const sign = /([^\s"')\]])["')\]\s]*$/.exec(text)?.[1] ?? ' ';
  if ('.!?…。？！'.includes(sign)) return SENTENCE_MS;
  if (',;:–—、，'.includes(sign)) return COMMA_MS;
  return WORD_MS;
}
