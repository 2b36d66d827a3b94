import { arabic } from './languages/arabic.ts';
import { ASIAN_LISTS } from './languages/asian-lists.ts';
import { danish } from './languages/danish.ts';
import { dutch } from './languages/dutch.ts';
import { english } from './languages/english.ts';
import { EUROPEAN_LISTS } from './languages/european-lists.ts';
import { french } from './languages/french.ts';
import { german } from './languages/german.ts';
import { italian } from './languages/italian.ts';
import { lithuanian } from './languages/lithuanian.ts';
import { polish } from './languages/polish.ts';
import { portuguese } from './languages/portuguese.ts';
import { romanian } from './languages/romanian.ts';
import { russian } from './languages/russian.ts';
import { spanish } from './languages/spanish.ts';
import { plainWords } from './plain-words.ts';
import type { Refusals } from './refusals.ts';
import { fromShortList } from './short-list.ts';

const LANGUAGES: readonly Refusals[] = [
  english,
  romanian,
  german,
  french,
  spanish,
  italian,
  portuguese,
  dutch,
  polish,
  russian,
  arabic,
  danish,
  lithuanian,
  ...Object.values({ ...EUROPEAN_LISTS, ...ASIAN_LISTS }).map(fromShortList),
];

/** Only the start of a longer sentence is searched; refusals are short. */
const MAX_SENTENCE_CHARACTERS = 1000;

/**
 * True if a callee asked not to be called again. Misses unusual wordings rather than matching sentences such as "do not
 * call me before nine". Checks all languages, because people answer in their own.
 * @param said transcript of the callee, one entry per turn
 */
export function asksNotToBeCalled(said: readonly string[]): boolean {
  return said
    .flatMap(sentences)
    .some((sentence) => LANGUAGES.some((refusals) => isRefusal(sentence, refusals)));
}

function sentences(text: string): readonly string[] {
  return text
    .split(/[.!?;:…¿¡؟؛।。！？\n]+/u)
    .map((sentence) => plainWords(sentence.slice(0, MAX_SENTENCE_CHARACTERS)));
}

function isRefusal(sentence: string, refusals: Refusals): boolean {
  return says(sentence, refusals.firm, refusals) || says(sentence, refusals.bare, refusals);
}

function says(sentence: string, wording: RegExp, { bare, fillers, limits, turns }: Refusals): boolean {
  for (const match of sentence.matchAll(wording)) {
    const clause = sentence.slice(0, match.index).split(',').at(-1)?.trim() ?? '';
    if (turns.test(clause)) continue;
    const rest = withoutFillers(sentence.slice(match.index + match[0].length), fillers);
    if (limits.test(rest.text)) continue;
    if (wording !== bare || rest.text === '' || rest.hasFiller) return true;
  }
  return false;
}

/** Strips polite words between a refusal and its limit. */
function withoutFillers(rest: string, fillers: RegExp): { text: string; hasFiller: boolean } {
  const text = rest.trim();
  const filler = fillers.exec(text)?.[0];
  if (filler === undefined) return { text, hasFiller: false };
  return { text: withoutFillers(text.slice(filler.length), fillers).text, hasFiller: true };
}
