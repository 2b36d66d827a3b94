export interface TextPart {
  text: string;
  isMatch: boolean;
}

/** Words shorter than this are marked only where they are alone. */
const STEM_LENGTH = 5;

/**
 * Cuts a passage where words of the question stand, whatever their endings: a word that begins like one of the
 * question's longer words is taken for the same.
 */
export function markWords(text: string, question: string): TextPart[] {
  const stems = wordsOf(question).map((word) => word.slice(0, Math.max(STEM_LENGTH, word.length - 2)));
  const parts: TextPart[] = [];
  for (const [piece] of text.matchAll(/[\p{L}\p{N}]+|[^\p{L}\p{N}]+/gu)) {
    const word = plain(piece);
    const isMatch = stems.some((stem) => (stem.length < STEM_LENGTH ? word === stem : word.startsWith(stem)));
    const last = parts.at(-1);
    if (last !== undefined && last.isMatch === isMatch) last.text += piece;
    else parts.push({ text: piece, isMatch });
  }
  return parts;
}

function wordsOf(question: string): string[] {
  return [...question.matchAll(/[\p{L}\p{N}]{3,}/gu)].map(([word]) => plain(word));
}

/** Without case and accents. */
function plain(word: string): string {
  return word.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
