/** A stretch of text under one heading path; pages count from 1. */
export interface Section {
  /** From the outermost heading to the innermost. */
  headings: string[];
  page: number | null;
  /** Markdown blocks parted by blank lines. */
  text: string;
}

const keptControls = new Set(['\n', '\t']);

/** Text as PostgreSQL and JSON can hold it: well-formed, `\n` line ends, no control characters, no long gaps. */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|\u2028|\u2029|\f|\v/g, '\n')
    .replace(/\p{Cc}|\ufeff|\u00ad/gu, (character) => (keptControls.has(character) ? character : ''))
    .replace(/\n[ \t\n]*\n/g, '\n\n');
}
