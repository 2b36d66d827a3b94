import { abbreviationsOf, writesOrdinalsWithStop } from './abbreviations.ts';

/** Segment lengths in characters. */
export interface SegmentLimits {
  /** Minimum length for ending at a clause. */
  clauseFrom: number;
  /** Maximum length; longer text is cut between words. */
  longest: number;
}

const CANDIDATE = /\n|[.!?…؟]+["'”’»)\]*_]*(?=\s)|[。！？]+|[,;:،؛、](?=\s)|\s[–—-](?=\s)/gu;
const SPACE = /\s/;
/** The last word, which may be an abbreviation with inner periods. */
const LAST_WORD = /[\p{L}.'-]+$/u;
const LONGEST_ABBREVIATION = 12;

/**
 * End of the first segment: after a sentence, a line, or a clause that is long enough. The result does not depend on
 * how the text arrives.
 * @returns null to wait for more text
 */
export function speechBoundary(text: string, language: string, limits: SegmentLimits): number | null {
  for (const match of text.matchAll(CANDIDATE)) {
    const end = match.index + match[0].length;
    if (end > limits.longest) break;
    const verdict = classify(text, match, { language, limits });
    if (verdict === 'unknown') return text.length > limits.longest ? cutBetweenWords(text, limits) : null;
    if (verdict === 'end') return end;
  }
  return text.length > limits.longest ? cutBetweenWords(text, limits) : null;
}

type Verdict = 'end' | 'inside' | 'unknown';

function classify(
  text: string,
  match: RegExpExecArray,
  { language, limits }: { language: string; limits: SegmentLimits },
): Verdict {
  const mark = match[0].trimStart();
  if (match[0] === '\n' || /^[。！？]/u.test(mark)) return 'end';
  if (/^[,;:،؛、–—-]/u.test(mark)) {
    return match.index >= limits.clauseFrom ? classifyClause(text, match) : 'inside';
  }
  if (!mark.startsWith('.') || mark.startsWith('..')) return 'end';
  return classifyStop(text, match.index, language);
}

/** Keeps `November 28, 2026` and `9 – 17` together. */
function classifyClause(text: string, { 0: found, index }: RegExpExecArray): Verdict {
  if (!/[\p{N}%€$£°]$/u.test(text.slice(0, index)) || /[;:]/.test(found)) return 'end';
  const next = text.charAt(index + found.length + 1);
  if (next === '') return 'unknown';
  return /[\p{N}€$£+]/u.test(next) ? 'inside' : 'end';
}

/** Classifies a single period: end of a sentence, abbreviation, initial, ordinal or list number. */
function classifyStop(text: string, at: number, language: string): Verdict {
  const before = text.slice(Math.max(0, at - LONGEST_ABBREVIATION), at);
  if (/\d$/.test(before)) return classifyNumber(text, at, language);
  const word = LAST_WORD.exec(before)?.[0];
  if (word === undefined) return 'end';
  if (/^\p{L}$/u.test(word) || /\.\p{L}$/u.test(word)) return 'inside';
  return abbreviationsOf(language).has(word.toLowerCase()) ? 'inside' : 'end';
}

function classifyNumber(text: string, at: number, language: string): Verdict {
  const isListNumber = /^\s*\d{1,3}$/.test(text.slice(0, at));
  if (isListNumber || writesOrdinalsWithStop(language)) return 'inside';
  const next = text.charAt(at + 2);
  if (next === '') return 'unknown';
  return /\p{Ll}/u.test(next) ? 'inside' : 'end';
}

/** True if the position is inside a number, or between a number and its unit. */
function isInNumber(text: string, at: number): boolean {
  return /\p{N}\s+$/u.test(text.slice(0, at));
}

function cutBetweenWords(text: string, { longest }: SegmentLimits): number {
  const isSpace = (at: number): boolean => SPACE.test(text.charAt(at - 1));
  for (let at = longest; at > longest / 2; at -= 1) if (isSpace(at) && !isInNumber(text, at)) return at;
  for (let at = longest; at > longest / 2; at -= 1) if (isSpace(at)) return at;
  // Do not split a surrogate pair.
  const code = text.charCodeAt(longest - 1);
  return code >= 0xd800 && code <= 0xdbff ? longest - 1 : longest;
}
