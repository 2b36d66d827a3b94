import type { Comment, ParseResult } from 'oxc-parser';
import { Visitor } from 'oxc-parser';

/** Prose in a file: a comment, a sentence in a string, text of a page or a line of Markdown. */
export interface Prose {
  kind: 'comment' | 'text';
  /** Syntax is replaced by spaces, so an index into it counts from `start`. */
  text: string;
  /** Offset of `text` in the file. */
  start: number;
}

type Parsed = Pick<ParseResult, 'program' | 'comments'>;

/** Adjacent comment lines match as one comment. */
const sqlComment = /--.*(?:\n[ \t]*--.*)*/g;
/** Upper-case keywords, or phrases that only SQL has. In a string with SQL, only the comments count. */
const sql =
  /\b(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE|ALTER|DROP|WHERE|JOIN|VALUES|RETURNING|select[\s\S]+?from|insert into|delete from|update \w+ set|join \w+|when [\s\S]+? then)\b|= ?\$\d/;
/** Two words or more. */
const sentence = /\p{L}['’]?\p{L}*[,;:.!?…]?\s+['"“(]?\p{L}/u;
/** Files whose strings are spoken phrases or search words. Their comments are still counted. */
const quotesSpeech =
  /^(?:server\/src\/(?:modules\/blacklist\/refusals\/languages|providers\/offline)\/|server\/src\/voice\/speaking\/stock-phrase-texts\.ts$|bench\/(?:end-of-turn\/sentences|interruptions\/babble)\.ts$|scripts\/checks\/words\/)/;

/** The comments, sentences and page texts of a parsed source file. */
export function proseOfSource(file: string, { program, comments }: Parsed, source: string): Prose[] {
  const found = proseOfComments(comments, source);
  if (quotesSpeech.test(file)) return found;
  const add = (start: number, end: number) => found.push(...proseOfString(source.slice(start, end), start));
  new Visitor({
    Literal: (node) => {
      if (typeof node.value === 'string') add(node.start, node.end);
    },
    TemplateElement: (node) => add(node.start, node.end),
    JSXText: (node) => add(node.start, node.end),
  }).visit(program);
  return found;
}

/** Joins adjacent line comments, so that a sign is found across lines. */
function proseOfComments(comments: readonly Comment[], source: string): Prose[] {
  const spans: { start: number; end: number }[] = [];
  for (const { type, start, end } of comments) {
    const last = spans.at(-1);
    const continues = last && type === 'Line' && /^\r?\n[ \t]*$/.test(source.slice(last.end, start));
    if (continues && source.startsWith('//', last.start)) last.end = end;
    else spans.push({ start, end });
  }
  return spans.map(({ start, end }) => ({
    kind: 'comment',
    text: blankMarks(source.slice(start, end)),
    start,
  }));
}

function proseOfString(text: string, start: number): Prose[] {
  if (sql.test(text)) return proseOfMatches(text, sqlComment, start);
  return sentence.test(text) ? [{ kind: 'text', text, start }] : [];
}

/** The prose of a file that is not parsed; empty for a kind of file without prose. */
export function proseOfText(file: string, text: string): Prose[] {
  if (file.endsWith('.md')) return proseOfMarkdown(text);
  if (file.endsWith('.sql')) return proseOfMatches(text, sqlComment);
  return file.endsWith('.css') ? proseOfMatches(text, /\/\*[\s\S]*?\*\//g) : [];
}

function proseOfMatches(text: string, pattern: RegExp, start = 0): Prose[] {
  return [...text.matchAll(pattern)].map((match) => ({
    kind: 'comment',
    text: blankMarks(match[0]),
    start: start + match.index,
  }));
}

/** Markdown without fenced blocks, inline code and the targets of links. */
function proseOfMarkdown(text: string): Prose[] {
  const prose = text
    .replace(/^[ \t]*(```|~~~)[\s\S]*?^[ \t]*\1/gm, blank)
    .replace(/`[^`\n]+`/g, blank)
    .replace(/\]\([^()\s]+/g, blank);
  return [{ kind: 'text', text: prose, start: 0 }];
}

function blankMarks(comment: string): string {
  return comment.replace(/`[^`\n]+`/g, blank).replace(/^[ \t]*(?:\/\/|\/\*+|\*+\/?|--)|\*\/$/gm, blank);
}

/** Replaces text by spaces of the same length; keeps line endings. */
function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}
