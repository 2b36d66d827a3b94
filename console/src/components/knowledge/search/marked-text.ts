export interface TextPart {
  text: string;
  isMatch: boolean;
}

/** Shorter words must match exactly. */
const STEM_LENGTH = 4;

/** Stop words of at least four letters; shorter words are ignored anyway. */
const STOP_WORDS = new Set(
  'does when what which where whom whose with that this these those have from your they there will would could should about into'.split(
    ' ',
  ),
);

/**
 * Splits a passage at words of the question. Endings are ignored: a word matches if it starts with the stem of one of
 * the question's longer words.
 */
export function markWords(text: string, question: string): TextPart[] {
  const stems = contentWords(question).map((word) => word.slice(0, Math.max(STEM_LENGTH, word.length - 2)));
  const parts: TextPart[] = [];
  for (const [segment] of text.matchAll(/[\p{L}\p{N}]+|[^\p{L}\p{N}]+/gu)) {
    const word = plain(segment);
    const isMatch = stems.some((stem) => (stem.length < STEM_LENGTH ? word === stem : word.startsWith(stem)));
    const last = parts.at(-1);
    if (last !== undefined && last.isMatch === isMatch) last.text += segment;
    else parts.push({ text: segment, isMatch });
  }
  return parts;
}

/** Content words of a question, or all its words of at least three letters if there are no content words. */
function contentWords(question: string): string[] {
  const words = [...question.matchAll(/[\p{L}\p{N}]{3,}/gu)].map(([word]) => plain(word));
  const content = words.filter((word) => word.length >= STEM_LENGTH && !STOP_WORDS.has(word));
  return content.length > 0 ? content : words;
}

/** Without case and accents. */
function plain(word: string): string {
  return word.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
