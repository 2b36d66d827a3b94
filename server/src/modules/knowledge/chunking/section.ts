/** Text under one heading path; pages count from 1. */
export interface Section {
  /** Outermost first. */
  headings: string[];
  page: number | null;
  /** Markdown blocks separated by blank lines. */
  text: string;
}

const keptControls = new Set(['\n', '\t']);

/** Text that PostgreSQL and JSON accept: well-formed, `\n` line endings, no control characters, single blank lines. */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|\u2028|\u2029|\f|\v/g, '\n')
    .replace(/\p{Cc}|\ufeff|\u00ad/gu, (character) => (keptControls.has(character) ? character : ''))
    .replace(/\n[ \t\n]*\n/g, '\n\n');
}
