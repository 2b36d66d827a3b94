import { CodeBlocks } from './code-blocks.ts';
import { type SpokenLanguage, spokenLanguage } from './languages/spoken-language.ts';
import { plainLine } from './plain-line.ts';
import { rulesOf } from './rules/all-rules.ts';
import type { TextContext } from './rules/rule.ts';
import { STAGE_DIRECTION } from './stage-directions.ts';

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
