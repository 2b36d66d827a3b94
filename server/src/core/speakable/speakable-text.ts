import type { NumberWords } from './languages/number-words.ts';
import { type SpokenLanguage, spokenLanguage } from './languages/spoken-language.ts';
import { abbreviationRule } from './rules/abbreviations.ts';
import { ADDRESSES } from './rules/addresses.ts';
import { dateRules, timeRules, weekdayRule, yearRule } from './rules/dates.ts';
import { IDENTIFIERS, NAMED_CODES } from './rules/identifiers.ts';
import { moneyRules } from './rules/money.ts';
import {
  fractionRule,
  isRange,
  numberRules,
  operatorRules,
  ordinalRule,
  rangeRule,
  sizeRule,
  unitRule,
} from './rules/quantities.ts';
import { at, END, group, type NumberContext, type Rule, type TextContext } from './rules/rule.ts';

/**
 * A unit of text, usually a word, and its text for the TTS provider: empty if not spoken. A number of several words is
 * one unit, unless its words are spoken separately.
 */
export interface SpeakableWord {
  written: string;
  spoken: string;
}

const OPENING = /^[("'«“‘„¿¡[]*/;
/** Characters of context around a number. */
const REMEMBERED = 80;

/**
 * Makes text readable aloud, segment by segment: removes Markdown, code and stage directions; writes numbers, money,
 * dates, codes and addresses as words. Words that need no rewriting stay byte for byte.
 */
export class SpeakableText {
  readonly #language: SpokenLanguage;
  readonly #blocks = new CodeBlocks();
  /** The end of the text so far. */
  #before = '';

  /** @param language ISO 639-1 */
  constructor(language: string) {
    this.#language = spokenLanguage(language);
  }

  /** @param text a sentence, a clause or a line: no number continues in the next one */
  segment(text: string): SpeakableWord[] {
    return text.split('\n').flatMap((line) => this.#line(line));
  }

  #line(line: string): SpeakableWord[] {
    const kind = this.#blocks.next(line);
    if (kind === 'fence') return [];
    const text = plainLine(line);
    if (text === '') return [];
    if (kind === 'code') return text.split(' ').map((written) => ({ written, spoken: '' }));
    const words = this.#words(text);
    this.#before = `${this.#before}${text} `.slice(-REMEMBERED);
    return words;
  }

  #words(text: string): SpeakableWord[] {
    const words: SpeakableWord[] = [];
    for (let from = 0; from < text.length; ) {
      const found = this.#stage(text, from) ?? this.#number(text, from) ?? plainWord(text, from);
      words.push(...found.words);
      from = found.end + 1;
    }
    return words;
  }

  #stage(text: string, from: number): Found | null {
    STAGE_DIRECTION.lastIndex = from;
    const match = STAGE_DIRECTION.exec(text);
    if (match === null) return null;
    return { words: [{ written: match[0], spoken: '' }], end: from + match[0].length };
  }

  #number(text: string, from: number): Found | null {
    const opening = OPENING.exec(text.slice(from, from + 8))?.[0] ?? '';
    const starts = opening === '' ? [from] : [from, from + opening.length];
    for (const start of starts) {
      const context: Omit<TextContext, 'after'> = {
        language: this.#language,
        before: `${this.#before}${text.slice(0, from)}`.slice(-REMEMBERED),
      };
      for (const { pattern, speak } of rulesOf(this.#language)) {
        pattern.lastIndex = start;
        const match = pattern.exec(text);
        if (match === null || match[0] === '') continue;
        const after = text.slice(start + match[0].length);
        const spoken = speak(match, { ...context, after });
        if (spoken !== null) return found(text, { from, start, length: match[0].length, spoken });
      }
    }
    return null;
  }
}

interface Found {
  words: SpeakableWord[];
  /** End of the last word. */
  end: number;
}

function found(
  text: string,
  match: { from: number; start: number; length: number; spoken: string | readonly string[] },
): Found {
  const { from, start, length, spoken } = match;
  const matchEnd = start + length;
  const end = endOfWord(text, matchEnd);
  const opening = text.slice(from, start);
  const written = text.slice(from, end);
  const closing = text.slice(matchEnd, end);
  if (typeof spoken === 'string') {
    // The period of an abbreviation also ends the sentence: only one is kept.
    const isLast = text.charAt(matchEnd - 1) === '.' && end === matchEnd && end === text.length;
    const closed = `${opening}${spoken}${isLast ? '.' : closing}`.replace(/\.\.$/, '.');
    return { words: [{ written, spoken: closed.trim() }], end };
  }
  const parts = written.split(' ');
  const words = parts.map((part, index) => ({
    written: part,
    spoken: `${index === 0 ? opening : ''}${spoken[index] ?? ''}${index === parts.length - 1 ? closing : ''}`,
  }));
  return { words, end };
}

function plainWord(text: string, from: number): Found {
  const end = endOfWord(text, from);
  const written = text.slice(from, end);
  return { words: [{ written, spoken: isSayable(written) ? withoutPictures(written) : '' }], end };
}

function endOfWord(text: string, from: number): number {
  const end = text.indexOf(' ', from);
  return end === -1 ? text.length : end;
}

function isSayable(word: string): boolean {
  return /[\p{L}\p{N}%€$£¥°]/u.test(word) || /^[.,;:!?…،؛؟。！？]+$/u.test(word);
}

function withoutPictures(word: string): string {
  return word.replace(/\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u{FE0F}|\u{200D}|[→←⇒]/gu, '');
}

/** Text for the TTS provider; empty if it has no words. */
export function spokenText(words: readonly SpeakableWord[]): string {
  const text = words
    .map(({ spoken }) => spoken)
    .filter((spoken) => spoken !== '')
    .join(' ');
  return /[\p{L}\p{N}]/u.test(text) ? text : '';
}

/** A whole text for speech. */
export function speakable(text: string, language: string): string {
  return spokenText(new SpeakableText(language).segment(text));
}

const TABLE_RULE = /^\s*\|?[\s:|-]*-{3,}[\s:|-]*$/;
const LINE_SIGN = /^\s*(?:#{1,6}\s+|>\s?|(?:[-*+•‣▪◦·]|\[[ xX]\])\s+)+/;
const IMAGE = /!\[([^\]]*)\]\([^)]*\)/g;
const LINK = /\[([^\]]*)\]\([^)\s]*(?:\s+"[^"]*")?\)/g;
const REST_OF_LINK = /\]\([^)\s]*\)?/g;
const AUTOLINK = /<((?:https?:\/\/|mailto:)[^\s>]+)>/g;
const TAG = /<\/?[a-z][^<>]*>/gi;
const FOOTNOTE = /\[\^?\d{1,3}\]/g;
const STRONG = /\*\*|__|~~|`+/g;
/** `*` or `_` at the edge of a word; not in `snake_case` or `3*4`. */
const EMPHASIS = /(?<![\p{L}\p{N}])[*_](?=\S)|(?<=\S)[*_](?![\p{L}\p{N}])/gu;

/** Strips the Markdown of a line. Stage directions keep their marks. */
export function plainLine(line: string): string {
  if (TABLE_RULE.test(line)) return '';
  const text = partsByStage(line.replace(LINE_SIGN, ''))
    .map((part, index) => (index % 2 === 1 ? part : withoutMarks(part)))
    .join('');
  return tableCells(text).replace(/\s+/g, ' ').trim();
}

function withoutMarks(text: string): string {
  return text
    .replace(IMAGE, '$1')
    .replace(FOOTNOTE, '')
    .replace(LINK, '$1')
    .replace(REST_OF_LINK, '')
    .replace(AUTOLINK, '$1')
    .replace(TAG, ' ')
    .replace(STRONG, '')
    .replace(EMPHASIS, '')
    .replace(/[[\]]/g, '');
}

/** `| Single | 80 |` is read with a short pause between cells. */
function tableCells(line: string): string {
  if (!line.includes('|')) return line;
  const cells = line.split('|').map((cell) => cell.trim());
  return cells.filter((cell) => cell !== '').join(', ');
}

const FENCE = /^\s*(?:```|~~~)\s*([\w+#-]*)[^`]*$/;
/** Fence languages whose lines are prose. */
const WORDS = new Set(['', 'text', 'txt', 'plain', 'plaintext', 'markdown', 'md']);
/** Signs of code; prose in a fence without a language is read. */
const CODE =
  /[{};=<>\\]|\w\(|^\s*(?:\$|#|\/\/|import|const|let|var|def|return|function|class|select|curl|npm|sudo)\b/i;

type LineKind = 'words' | 'fence' | 'code';

/** Classifies the lines of a text one after the other, so that code is not read aloud. */
class CodeBlocks {
  /** Null outside of fences. */
  #language: string | null = null;

  next(line: string): LineKind {
    const fence = FENCE.exec(line);
    if (fence !== null) {
      this.#language = this.#language === null ? (fence[1] ?? '').toLowerCase() : null;
      return 'fence';
    }
    if (this.#language === null) return 'words';
    return WORDS.has(this.#language) && !CODE.test(line) ? 'words' : 'code';
  }
}

/** Actions that models write for speech; in English in texts of every language. */
const ACTIONS = [
  'laughs?|laughing|laughter|chuckles?|chuckling|giggles?|sighs?|sighing|pauses?|beat|silence|clears (?:his |her |its |my )?throat',
  'coughs?|smiles?|smiling|nods?|gasps?|whispers?|whispering|breathes?|inhales?|exhales?|sniffs?|yawns?|hums?|groans?|winks?|shrugs?|typing|types|music|applause',
  'lacht|lachend|kichert|seufzt|seufzend|räuspert sich|lächelt|lächelnd|hustet|flüstert|nickt|atmet|schmunzelt|zwinkert|Pause',
  'râde|râzând|chicotește|oftează|pauză|zâmbește|zâmbind|tușește|șoptește|respiră|dă din cap|își drege (?:vocea|glasul)|face o pauză',
].join('|');
const BEFORE = String.raw`(?:(?:\p{L}+ly|a|long|short|brief|slight|deep|kurze|lange|leise|scurtă|lungă|ușor) ){0,2}`;
const AFTER = String.raw`(?: (?:\p{L}+ly|a (?:bit|little|moment)|for a (?:moment|second|beat)|in|leise|kurz|laut|herzlich|tief(?: ein| aus)?|încet|ușor|scurt|adânc|(?:of |for )?\d+ ?(?:s|seconds?)))?`;
const BODY = `${BEFORE}(?:${ACTIONS})${AFTER}`;

/** `(laughs)`, `*sighs softly*`, `[pause]`, `_chuckles_`. */
const SOURCE = String.raw`\((?:${BODY})\)|(?<![*\p{L}])\*(?:${BODY})\*(?!\*)|\[(?:${BODY})\](?!\()|(?<![_\p{L}])_(?:${BODY})_(?![_\p{L}])`;

/** Splits a line; every second part is a stage direction. */
function partsByStage(line: string): string[] {
  return line.split(new RegExp(`(${SOURCE})`, 'giu'));
}

/** A stage direction at the start of a text, with the punctuation after it. */
const STAGE_DIRECTION = new RegExp(String.raw`(?:${SOURCE})[.,;:!?…]*(?=\s|$)`, 'iuy');

/** `9–17` in languages without number words: the voice reads the numbers. */
const PLAIN_RANGE: Rule<TextContext> = {
  pattern: at(String.raw`(?<from>\d{1,4})[-–](?<until>\d{1,4})${END}`),
  speak: (match, { language }) => {
    const [from, until] = [group(match, 'from'), group(match, 'until')];
    return isRange(from, until) ? `${from} ${language.signs.to} ${until}` : null;
  },
};

const rulesByLanguage = new Map<NumberWords, readonly Rule<TextContext>[]>();

/** All rules, the more specific first. */
function rulesOf({ numbers }: SpokenLanguage): readonly Rule<TextContext>[] {
  if (numbers === null) return [...ADDRESSES, ...IDENTIFIERS, PLAIN_RANGE];
  const known = rulesByLanguage.get(numbers);
  if (known !== undefined) return known;
  const within = (rules: readonly Rule<NumberContext>[]): Rule<TextContext>[] =>
    rules.map(({ pattern, speak }) => ({
      pattern,
      speak: (match, context) => speak(match, { ...context, numbers }),
    }));
  const rules = [
    ...ADDRESSES,
    ...within([...dateRules(numbers), ...moneyRules(numbers), unitRule(numbers), sizeRule(numbers)]),
    ...IDENTIFIERS,
    ...within([...timeRules(numbers), ordinalRule(numbers)]),
    ...NAMED_CODES,
    ...within([fractionRule(numbers), yearRule(), rangeRule(numbers), ...operatorRules(numbers)]),
    ...within([...numberRules(numbers), weekdayRule(numbers), abbreviationRule(numbers)]),
  ];
  rulesByLanguage.set(numbers, rules);
  return rules;
}
