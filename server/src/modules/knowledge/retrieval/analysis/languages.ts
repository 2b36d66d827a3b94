import { type Language, STOP_WORDS } from '../../../../core/stop-words.ts';

const LANGUAGES = Object.keys(STOP_WORDS).filter((name): name is Language => name in STOP_WORDS);

const WORDS: ReadonlyMap<Language, ReadonlySet<string>> = new Map(
  LANGUAGES.map((language) => [language, new Set(STOP_WORDS[language].split(' '))]),
);

const LANGUAGES_OF_WORD: ReadonlyMap<string, readonly Language[]> = Map.groupBy(
  LANGUAGES.flatMap((language) => [...(WORDS.get(language) ?? [])].map((word) => ({ word, language }))),
  ({ word }) => word,
)
  .entries()
  .map(([word, pairs]): [string, Language[]] => [word, pairs.map(({ language }) => language)])
  .reduce((map, [word, languages]) => map.set(word, languages), new Map<string, Language[]>());

const SAMPLE_WORDS = 120;

/**
 * The language with the most stop words among the first `SAMPLE_WORDS` words; undefined if there are too few stop
 * words.
 */
export function detectLanguage(words: readonly string[]): Language | undefined {
  const counts = new Map<Language, number>();
  const sample = words.slice(0, SAMPLE_WORDS);
  for (const word of sample) {
    for (const language of LANGUAGES_OF_WORD.get(word) ?? []) {
      counts.set(language, (counts.get(language) ?? 0) + 1);
    }
  }
  let best: Language | undefined;
  let bestCount = 0;
  for (const [language, count] of counts) {
    if (count > bestCount) [best, bestCount] = [language, count];
  }
  return bestCount >= 2 && bestCount * 12 >= sample.length ? best : undefined;
}

export function isStopWord(word: string, languages: Iterable<Language>): boolean {
  for (const language of languages) {
    if (WORDS.get(language)?.has(word)) return true;
  }
  return false;
}
