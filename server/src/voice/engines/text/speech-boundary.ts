import { abbreviationsOf, writesOrdinalsWithStop } from './abbreviations.ts';

/** How long pieces may be, in characters. */
export interface PieceLimits {
  /** From this length on a comma is enough. */
  clauseFrom: number;
  /** A piece that found no end so far is cut between words. */
  longest: number;
}

const CANDIDATE = /\n|[.!?…؟]+["'”’»)\]*_]*(?=\s)|[。！？]+|[,;:،؛、](?=\s)|\s[–—-](?=\s)/gu;
const SPACE = /\s/;
/** An abbreviation, with what stands around its inner stops. */
const LAST_WORD = /[\p{L}.'-]+$/u;
const LONGEST_ABBREVIATION = 12;

/**
 * Where the first piece of a text ends: after a sentence, a line, or a clause that is long enough. Null: not to be
 * said before more of the text is there. Says the same of a text whether it came in one piece or letter by letter.
 */
export function speechBoundary(text: string, language: string, limits: PieceLimits): number | null {
  for (const match of text.matchAll(CANDIDATE)) {
    const end = match.index + match[0].length;
    if (end > limits.longest) break;
    const verdict = judge(text, match, { language, limits });
    if (verdict === 'unknown') return text.length > limits.longest ? cutBetweenWords(text, limits) : null;
    if (verdict === 'end') return end;
  }
  return text.length > limits.longest ? cutBetweenWords(text, limits) : null;
}

type Verdict = 'end' | 'inside' | 'unknown';

function judge(
  text: string,
  match: RegExpExecArray,
  { language, limits }: { language: string; limits: PieceLimits },
): Verdict {
  const mark = match[0].trimStart();
  if (match[0] === '\n' || /^[。！？]/u.test(mark)) return 'end';
  if (/^[,;:،؛、–—-]/u.test(mark)) {
    return match.index >= limits.clauseFrom ? judgeClause(text, match) : 'inside';
  }
  if (!mark.startsWith('.') || mark.startsWith('..')) return 'end';
  return judgeStop(text, match.index, language);
}

/** `November 28, 2026` and `9 – 17` are read as one. */
function judgeClause(text: string, { 0: found, index }: RegExpExecArray): Verdict {
  if (!/[\p{N}%€$£°]$/u.test(text.slice(0, index)) || /[;:]/.test(found)) return 'end';
  const next = text.charAt(index + found.length + 1);
  if (next === '') return 'unknown';
  return /[\p{N}€$£+]/u.test(next) ? 'inside' : 'end';
}

/** A single full stop: of a sentence, an abbreviation, an initial, an ordinal or a list's number. */
function judgeStop(text: string, at: number, language: string): Verdict {
  const before = text.slice(Math.max(0, at - LONGEST_ABBREVIATION), at);
  if (/\d$/.test(before)) return judgeNumber(text, at, language);
  const word = LAST_WORD.exec(before)?.[0];
  if (word === undefined) return 'end';
  if (/^\p{L}$/u.test(word) || /\.\p{L}$/u.test(word)) return 'inside';
  return abbreviationsOf(language).has(word.toLowerCase()) ? 'inside' : 'end';
}

function judgeNumber(text: string, at: number, language: string): Verdict {
  const isListNumber = /^\s*\d{1,3}$/.test(text.slice(0, at));
  if (isListNumber || writesOrdinalsWithStop(language)) return 'inside';
  const next = text.charAt(at + 2);
  if (next === '') return 'unknown';
  return /\p{Ll}/u.test(next) ? 'inside' : 'end';
}

/** Between the groups of a number, or a number and what it counts. */
function isInNumber(text: string, at: number): boolean {
  return /\p{N}\s+$/u.test(text.slice(0, at));
}

function cutBetweenWords(text: string, { longest }: PieceLimits): number {
  const isSpace = (at: number): boolean => SPACE.test(text.charAt(at - 1));
  for (let at = longest; at > longest / 2; at -= 1) if (isSpace(at) && !isInNumber(text, at)) return at;
  for (let at = longest; at > longest / 2; at -= 1) if (isSpace(at)) return at;
  // Not between the halves of one character.
  const code = text.charCodeAt(longest - 1);
  return code >= 0xd800 && code <= 0xdbff ? longest - 1 : longest;
}
