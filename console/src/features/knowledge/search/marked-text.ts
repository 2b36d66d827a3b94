export interface TextPart {
  text: string;
  isMatch: boolean;
}

/** Words shorter than this are marked only where they are alone. */
const STEM_LENGTH = 4;

/** Longer words that ask, or only join others: marked, they would hide the words that matter. */
const ASKING = new Set(
  'does when what which where whom whose with that this these those have from your they there will would could should about into'.split(
    ' ',
  ),
);

/**
 * Cuts a passage where words of the question stand, whatever their endings: a word that begins like one of the
 * question's longer words is taken for the same.
 */
export function markWords(text: string, question: string): TextPart[] {
  const stems = tellingWords(question).map((word) => word.slice(0, Math.max(STEM_LENGTH, word.length - 2)));
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

/** The words of a question that tell what it is about; the short ones only where there are no others. */
function tellingWords(question: string): string[] {
  const words = [...question.matchAll(/[\p{L}\p{N}]{3,}/gu)].map(([word]) => plain(word));
  const telling = words.filter((word) => word.length >= STEM_LENGTH && !ASKING.has(word));
  return telling.length > 0 ? telling : words;
}

/** Without case and accents. */
function plain(word: string): string {
  return word.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
