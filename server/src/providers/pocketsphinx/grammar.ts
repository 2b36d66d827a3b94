const MAX_PHRASES = 500;

/**
 * A grammar (JSGF) of sequences of the phrases. pocketsphinx rejects grammars with words outside its dictionary, so
 * phrases with unknown words are dropped; null if no phrase is left.
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

/** Words in the dictionary's spelling: lower case, with apostrophes. */
function wordsIn(phrase: string): string[] {
  return (
    phrase
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[a-z]+(?:'[a-z]+)*/g) ?? []
  );
}

/** The words of a pronunciation dictionary: `hello HH AH L OW`, and `hello(2) …` for another pronunciation. */
export function dictionaryWords(dictionary: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const [, word = ''] of dictionary.matchAll(/^([a-z']+)\s/gm)) words.add(word);
  return words;
}
