import type { Language } from '../../../core/stop-words.ts';
import type { SearchTerm } from '../words/search-terms.ts';
import { formsIn, type WordForms } from '../words/word-forms.ts';

export interface ExcerptPart {
  text: string;
  is_match: boolean;
}

/** Characters before the first match, and in all. */
const BEFORE = 60;
const MAX_LENGTH = 200;

interface Span {
  start: number;
  end: number;
}

interface Word extends Span {
  forms: readonly WordForms[];
}

/** The line with the most terms, cut around them; null if no line contains one. The earliest line wins. */
export function bestExcerpt<Line extends { text: string }>(
  lines: Iterable<Line>,
  { terms, languages }: { terms: readonly SearchTerm[]; languages: readonly Language[] },
): { line: Line; excerpt: ExcerptPart[] } | null {
  let best: { line: Line; spans: Span[]; found: number } | null = null;
  for (const line of lines) {
    const words = wordsWithSpans(line.text, languages);
    const byTerm = terms.map((term) => spansOf(term, words));
    const found = byTerm.filter((spans) => spans.length > 0).length;
    if (found > (best?.found ?? 0)) best = { line, found, spans: merged(byTerm.flat()) };
    if (found === terms.length) break;
  }
  return best === null ? null : { line: best.line, excerpt: cut(best.line.text, best.spans) };
}

function wordsWithSpans(text: string, languages: readonly Language[]): Word[] {
  return [...text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].map(({ 0: written, index }) => ({
    start: index,
    end: index + written.length,
    forms: formsIn(written, languages),
  }));
}

function spansOf(term: SearchTerm, words: readonly Word[]): Span[] {
  if (term.kind === 'word') return words.filter(({ forms }) => forms.some((one) => isForm(one, term)));
  const flat = words.flatMap(({ start, end, forms }) => forms.map(({ exact }) => ({ start, end, exact })));
  return flat.flatMap(({ start }, from) => {
    const run = flat.slice(from, from + term.words.length);
    const isPhrase =
      run.length === term.words.length && run.every(({ exact }, at) => exact === term.words[at]);
    return isPhrase ? [{ start, end: run.at(-1)?.end ?? start }] : [];
  });
}

function isForm(word: WordForms, { forms, isPrefix }: Extract<SearchTerm, { kind: 'word' }>): boolean {
  if (word.exact === forms.exact || (isPrefix && word.exact.startsWith(forms.exact))) return true;
  return forms.stems.some((stem) => word.exact === stem || word.stems.includes(stem));
}

/** In order, without overlaps. */
function merged(spans: readonly Span[]): Span[] {
  const all: Span[] = [];
  for (const { start, end } of [...spans].sort((one, other) => one.start - other.start)) {
    const last = all.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else all.push({ start, end });
  }
  return all;
}

function cut(text: string, spans: readonly Span[]): ExcerptPart[] {
  const first = spans[0]?.start ?? 0;
  const start = first <= BEFORE ? 0 : wordStart(text, first - BEFORE, first);
  const end = text.length - start <= MAX_LENGTH ? text.length : wordEnd(text, start + MAX_LENGTH);
  const parts: ExcerptPart[] = [];
  const add = (from: number, to: number, is_match: boolean): void => {
    if (from < to) parts.push({ text: text.slice(from, to).replaceAll(/\s+/g, ' '), is_match });
  };
  if (start > 0) parts.push({ text: '…', is_match: false });
  let position = start;
  for (const span of spans.filter((one) => one.start < end)) {
    add(position, span.start, false);
    position = Math.min(span.end, end);
    add(span.start, position, true);
  }
  add(position, end, false);
  if (end < text.length) parts.push({ text: '…', is_match: false });
  return parts;
}

/** The first start of a word from `from` on, at most at `limit`. */
function wordStart(text: string, from: number, limit: number): number {
  const space = text.indexOf(' ', from);
  return space === -1 || space >= limit ? wholeCharacter(text, from) : space + 1;
}

function wordEnd(text: string, limit: number): number {
  const space = text.lastIndexOf(' ', limit);
  return space > limit - BEFORE ? space : wholeCharacter(text, limit);
}

/** Not between the halves of a surrogate pair. */
function wholeCharacter(text: string, index: number): number {
  return /[\uDC00-\uDFFF]/.test(text.charAt(index)) ? index - 1 : index;
}
