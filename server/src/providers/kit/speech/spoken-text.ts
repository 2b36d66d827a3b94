/** What a text without a letter or a digit would be: silence, or an error of the vendor. */
export function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** The words of a text as they stand in it, punctuation included. */
export function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

/**
 * Cuts a text into parts of at most `maxLength` characters: behind a sentence where that can be, else behind a clause, a
 * word, or anywhere. Nothing but white space is lost.
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
  // Not between the halves of one sign.
  return /[\ud800-\udbff]$/.test(head) ? maxLength - 1 : maxLength;
}

const SENTENCE_MS = 300;
export const COMMA_MS = 150;
const WORD_MS = 40;

/** The silence that a text's last sign stands for, before whatever is said next. */
export function pauseAfterMs(text: string): number {
  const sign = /([^\s"')\]])["')\]\s]*$/.exec(text)?.[1] ?? ' ';
  if ('.!?…。？！'.includes(sign)) return SENTENCE_MS;
  if (',;:–—、，'.includes(sign)) return COMMA_MS;
  return WORD_MS;
}
