const MAX_PHRASES = 500;

/**
 * A grammar (JSGF) in which any of the phrases may be said, one after the other. Words that the dictionary does not know make
 * pocketsphinx refuse a grammar, so phrases with them are left out; null: none is left.
 */
export function phraseGrammar(phrases: readonly string[], knows: (word: string) => boolean): string | null {
  const spoken = phrases
    .map((phrase) => wordsIn(phrase))
    .filter((words) => words.length > 0 && words.every(knows))
    .map((words) => words.join(' '));
  const choices = [...new Set(spoken)].slice(0, MAX_PHRASES);
  if (choices.length === 0) return null;
  return `#JSGF V1.0;\ngrammar phrases;\npublic <phrases> = ( ${choices.join(' | ')} )+;\n`;
}

/** As the dictionary writes them: small letters, with an apostrophe where one is. */
function wordsIn(phrase: string): string[] {
  return (
    phrase
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[a-z]+(?:'[a-z]+)*/g) ?? []
  );
}

/** The words of a pronunciation dictionary: `hello HH AH L OW`, and `hello(2) …` for another way to say it. */
export function dictionaryWords(dictionary: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const [, word = ''] of dictionary.matchAll(/^([a-z']+)\s/gm)) words.add(word);
  return words;
}
