import type { NumberWords } from './languages/number-words.ts';
import { type SpokenLanguage, spokenLanguage } from './languages/spoken-language.ts';
import { abbreviationRules } from './rules/abbreviations.ts';
import { ADDRESSES } from './rules/addresses.ts';
import { dateRules, timeRules, weekdayRule, yearRule } from './rules/dates.ts';
import { IDENTIFIERS, NAMED_CODES } from './rules/identifiers.ts';
import { moneyRules } from './rules/money.ts';
import {
  fractionRule,
  isRange,
  numberRules,
  numberSignRule,
  operatorRules,
  ordinalRules,
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

/** A section of a text. */
export interface TextSpan {
  start: number;
  end: number;
}

/** Words and phrases with a pronunciation. */
export interface WordDictionary {
  /** The words in the text, in order. */
  find(text: string): TextSpan[];
  /** The text with pronunciations instead of its words. */
  replace(text: string): string;
}

export interface SpeakableOptions {
  /** Numbers, dates, codes and so on become words. Default: true. */
  isNormalized?: boolean;
  /** Replaces words before the other rules, which leave them alone. */
  dictionary?: WordDictionary;
  /** Receives the error of a rule that failed; its word stays as written. */
  onFault?(error: unknown): void;
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

  readonly #options: SpeakableOptions;

  /** @param language ISO 639-1 */
  constructor(language: string, options: SpeakableOptions = {}) {
    this.#language = spokenLanguage(language);
    this.#options = options;
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
    return this.#pronounced(text);
  }

  /** Splits a text into words of the dictionary and the text between them. */
  #pronounced(text: string): SpeakableWord[] {
    const { dictionary } = this.#options;
    const words: SpeakableWord[] = [];
    let from = 0;
    for (const span of dictionary?.find(text) ?? []) {
      // An earlier entry covers the same word.
      if (span.start < from) continue;
      const start = text.lastIndexOf(' ', span.start) + 1;
      const end = endOfWord(text, span.end);
      const written = text.slice(start, end);
      words.push(...this.#between(text.slice(from, start)));
      words.push({ written, spoken: dictionary?.replace(written) ?? written });
      this.#remember(written);
      from = end + 1;
    }
    return [...words, ...this.#between(text.slice(from))];
  }

  #between(text: string): SpeakableWord[] {
    if (text === '') return [];
    const words = this.#words(text);
    this.#remember(text);
    return words;
  }

  #remember(text: string): void {
    this.#before = `${this.#before}${text.trimEnd()} `.slice(-REMEMBERED);
  }

  #words(text: string): SpeakableWord[] {
    const words: SpeakableWord[] = [];
    const plain = this.#language.numbers === null ? text : withPlainDigits(text);
    for (let from = 0; from < text.length; ) {
      const found = this.#stage(text, from) ?? this.#number({ text, plain }, from) ?? plainWord(text, from);
      words.push(...found.words);
      from = found.end + 1;
    }
    return words;
  }

  #stage(text: string, from: number): Found | null {
    STAGE_DIRECTION.lastIndex = from;
    const match = STAGE_DIRECTION.exec(text);
    if (match === null || !isStage(match)) return null;
    return { words: [{ written: match[0], spoken: '' }], end: from + match[0].length };
  }

  #number(texts: { text: string; plain: string }, from: number): Found | null {
    if (this.#options.isNormalized === false) return null;
    try {
      return this.#rewritten(texts, from);
    } catch (error) {
      // The voice reads a word as written; an error here would cost the caller the rest of the reply.
      this.#options.onFault?.(error);
      return null;
    }
  }

  /** @param plain the text with plain digits, of the same length */
  #rewritten({ text, plain }: { text: string; plain: string }, from: number): Found | null {
    if (isPlainWord(plain, from, this.#language)) return null;
    const before = `${this.#before}${plain.slice(0, from)}`.slice(-REMEMBERED);
    for (const start of startsOf(plain, from, this.#language)) {
      for (const { pattern, speak } of rulesOf(this.#language)) {
        pattern.lastIndex = start;
        const match = pattern.exec(plain);
        if (match === null || match[0] === '') continue;
        const after = plain.slice(start + match[0].length);
        const prefix = /\p{L}.?$/u.test(plain.slice(from, start)) ? `${plain.slice(from, start)} ` : '';
        const spoken = speak(match, { language: this.#language, before: before + prefix, after });
        if (spoken !== null) return found(text, { from, start, length: match[0].length, spoken });
      }
    }
    return null;
  }
}

/** Where a number may start in a word: at its start, and after quotes or letters such as `l'` in `l'8`. */
function startsOf(text: string, from: number, { numbers }: SpokenLanguage): number[] {
  const opening = OPENING.exec(text.slice(from, from + 8))?.[0].length ?? 0;
  const starts = opening === 0 ? [from] : [from, from + opening];
  const prefix = numbers?.prefix;
  if (prefix === undefined) return starts;
  prefix.lastIndex = from + opening;
  return prefix.test(text) ? [...starts, prefix.lastIndex] : starts;
}

const LETTERS = /(?:(?![ºª])[\p{L}'’])+[,;:!?،؛؟]*(?:$| (?=\p{L}))/uy;

/** True for most words: letters before other letters, which no rule changes. */
function isPlainWord(text: string, from: number, { numbers }: SpokenLanguage): boolean {
  LETTERS.lastIndex = from;
  const match = LETTERS.exec(text);
  return match !== null && !(numbers?.shortWords ?? []).includes(match[0].replace(/[^\p{L}]+$/u, ''));
}

const FOREIGN_DIGITS = /[٠-٩۰-۹٫٬٪]/g;

/** Arabic and Persian digits as `0` to `9`. */
function withPlainDigits(text: string): string {
  return text.replace(FOREIGN_DIGITS, (sign) => {
    const other = { '٫': '.', '٬': ',', '٪': '%' }[sign];
    return other ?? String((sign.codePointAt(0) ?? 0) & 0xf);
  });
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
  // The letter stretcher joins an Arabic prefix to digits, not to words.
  const opening = text.slice(from, start).replace(/ـ$/, '');
  const written = text.slice(from, end);
  const isAbbreviated =
    /\p{L}\.$/u.test(text.slice(start, matchEnd + 1)) && /^ \p{Ll}/u.test(text.slice(end));
  const closing = text.slice(isAbbreviated ? matchEnd + 1 : matchEnd, end);
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
  return /[\p{L}\p{N}%€$£¥°]/u.test(word) || /^[.,;:!?…،؛؟。！？«»]+$/u.test(word);
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

const TABLE_RULE = /^[\s:|-]*$/;
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
  if (line.includes('---') && TABLE_RULE.test(line)) return '';
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

const FENCE = /^\s*(?:```|~~~)(?=[^`]*$)\s*([\w+#-]*)/;
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

/** Actions that models write for speech; texts of every language have English ones too. */
const ACTIONS = [
  'laughs?|laughing|laughter|chuckles?|chuckling|giggles?|sighs?|sighing|pauses?|beat|silence|clears (?:his |her |its |my )?throat',
  'coughs?|smiles?|smiling|nods?|gasps?|whispers?|whispering|breathes?|inhales?|exhales?|sniffs?|yawns?|hums?|groans?|winks?|shrugs?|typing|types|music|applause',
  'lacht|lachend|kichert|seufzt|seufzend|räuspert sich|lächelt|lächelnd|hustet|flüstert|nickt|atmet|schmunzelt|zwinkert|pause',
  'râde|râzând|chicotește|oftează|pauză|zâmbește|zâmbind|tușește|șoptește|respiră|dă din cap|își drege (?:vocea|glasul)|face o pauză',
  'rit|rires?|riant|en riant|ricane|glousse|soupirs?|soupire|sourit|sourire|en souriant|tousse|chuchote|murmure|respire|inspire|expire|hoche la tête|se racle la gorge|fait une pause|rires étouffés',
  '(?:se )?ríe|risas?|riendo|risita|suspira|suspirando|suspiro|pausa|hace una pausa|sonríe|sonriendo|sonrisa|tose|susurra|respira|asiente|carraspea|se aclara la (?:garganta|voz)|silencio|bosteza',
  'ride|ridendo|risatina|risata|risate|ridacchia|sospira|sospirando|sospiro|fa una pausa|sorride|sorridendo|sorriso|tossisce|sussurra|annuisce|si schiarisce la (?:voce|gola)|silenzio|sbadiglia',
  'ri|rindo|risos?|risada|risadas|suspirando|faz uma pausa|sorri|sorrindo|tosse|tossindo|sussurra|sussurrando|acena|pigarreia|limpa a garganta|silêncio|boceja',
  'juokiasi|nusijuokia|juokas|juokdamasi[s]?|atsidūsta|dūsteli|atodūsis|pauzė|šypsosi|nusišypso|šypsodamasi[s]?|kosti|kosteli|kosėja|šnabžda|kvėpuoja|įkvepia|linkteli|atsikrenkščia|tyla|žiovauja',
  'ler|griner|fniser|klukler|latter|sukker|holder en pause|smiler|hoster|hvisker|nikker|trækker vejret|rømmer sig|gaber|stilhed',
  '[يت]ضحك|ضحك|ضحكة|ضاحك[اًة]*|[يت]تنهد|تنهيدة|تنهد|[يت]بتسم|ابتسامة|مبتسم[اًة]*|وقفة|توقف|صمت|[يت]صمت|[يت]سعل|سعال|[يت]همس|همس|[يت]تنفس|[يت]ومئ',
].join('|');
const ADJECTIVES =
  'a|long|short|brief|slight|deep|kurze|lange|leise|scurtă|lungă|ușor|petite?|courte?|longue?|légère?|légers?|breve|larga|corta|lunga|leve|pequena|longa|uma|una|une|trumpa|ilga|gilus|kort|lang|en|lille';
const BEFORE = String.raw`(?:(?:\p{L}+ly|${ADJECTIVES}) ){0,2}`;
const ADVERBS = [
  String.raw`\p{L}+ly|a (?:bit|little|moment)|for a (?:moment|second|beat)|in|leise|kurz|laut|herzlich|tief(?: ein| aus)?|încet|ușor|scurt|adânc`,
  String.raw`\p{L}+ment|\p{L}+mente|un peu|brève|courte|un poco|larga|corta|breve|lunga|piano|um pouco|longa|curta|tyliai|giliai|trumpai|garsiai|lavt|dybt|let|højt|قصيرة|طويلة|بهدوء|خفيفة|بعمق`,
  String.raw`(?:of |for |de |di |på )?\d+ ?(?:s|seconds?|segundos?|secondi|secondes?|sekunder)`,
].join('|');
const AFTER = `(?: (?:${ADVERBS}))?`;
/** Matches lower case: far cheaper to compile than a pattern that ignores case. */
const STAGE = new RegExp(`^(?:${BEFORE}(?:${ACTIONS})${AFTER})$`, 'u');
const BRACKETED = String.raw`\(([^()]{2,60})\)|(?<![*\p{L}])\*([^*]{2,60})\*(?!\*)|\[([^[\]]{2,60})\](?!\()|(?<![_\p{L}])_([^_]{2,60})_(?![_\p{L}])`;

function isStage([, ...inner]: RegExpExecArray): boolean {
  const text = inner.find((part) => part !== undefined);
  return text !== undefined && STAGE.test(text.toLowerCase());
}

/** Splits a line; every second part is a stage direction: `(laughs)`, `*sighs softly*`, `[pause]`, `_chuckles_`. */
function partsByStage(line: string): string[] {
  const parts: string[] = [];
  const bracketed = new RegExp(BRACKETED, 'gu');
  let from = 0;
  for (let match = bracketed.exec(line); match !== null; match = bracketed.exec(line)) {
    if (isStage(match)) {
      parts.push(line.slice(from, match.index), match[0]);
      from = bracketed.lastIndex;
    } else {
      bracketed.lastIndex = match.index + 1;
    }
  }
  return [...parts, line.slice(from)];
}

/** A stage direction at the start of a text, with the punctuation after it. */
const STAGE_DIRECTION = new RegExp(String.raw`(?:${BRACKETED})[.,;:!?…]*(?=\s|$)`, 'uy');

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
    ...within([...dateRules(numbers), ...timeRules(numbers), ...ordinalRules(numbers)]),
    ...within([...moneyRules(numbers), unitRule(numbers), sizeRule(numbers)]),
    ...IDENTIFIERS,
    ...NAMED_CODES,
    ...within([fractionRule(numbers), yearRule(), rangeRule(numbers), ...operatorRules(numbers)]),
    ...within([
      numberSignRule(numbers),
      ...numberRules(numbers),
      weekdayRule(numbers),
      ...abbreviationRules(numbers),
    ]),
  ];
  rulesByLanguage.set(numbers, rules);
  return rules;
}
