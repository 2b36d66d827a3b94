/** Whether every typed word is the beginning of a word of the text; an empty query matches everything. */
export function matchWords(text: string, typed: string): boolean {
  const words = wordsOf(text);
  return wordsOf(typed).every((word) => words.some((one) => one.startsWith(word)));
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
