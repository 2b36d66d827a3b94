import type { Language } from '../../../core/stop-words.ts';
import {
  accountLexeme,
  type DocumentFilters,
  dayLexeme,
  filterLexemes,
  monthLexeme,
  numberLexeme,
  quoted,
  stemLexeme,
} from './lexemes.ts';
import { formsIn } from './word-forms.ts';

/** PostgreSQL keeps no later positions. */
const MAX_POSITION = 16_383;
/** Positions that one lexeme keeps. */
const MAX_POSITIONS = 255;
/** PostgreSQL refuses a tsvector of a megabyte. Further words are not found. */
const MAX_BYTES = 800_000;
/** Of a lexeme besides its text, and of each position. */
const LEXEME_BYTES = 6;
const POSITION_BYTES = 2;
/** Between two lines, so that no phrase spans them. */
const LINE_GAP = 2;
const MIN_SUFFIX_DIGITS = 4;

export interface DocumentText extends DocumentFilters {
  userId: number;
  at: Date;
  languages: readonly Language[];
  /** Utterances, messages or values. */
  lines: readonly string[];
  phoneNumbers: readonly (string | null)[];
}

/** The text of a document's tsvector. */
export function documentWords(document: DocumentText): string {
  const { userId, at, languages, lines, phoneNumbers } = document;
  const positions = new Map<string, number[]>();
  let bytes = 0;
  const add = (lexeme: string, position: number): void => {
    if (bytes > MAX_BYTES) return;
    const known = positions.get(lexeme);
    if (known === undefined) {
      positions.set(lexeme, [position]);
      bytes += Buffer.byteLength(lexeme) + LEXEME_BYTES;
    } else if (known.length < MAX_POSITIONS && known.at(-1) !== position) {
      known.push(position);
      bytes += POSITION_BYTES;
    }
  };
  let position = 0;
  for (const line of lines) {
    for (const { exact, stems } of formsIn(line, languages)) {
      position = Math.min(position + 1, MAX_POSITION);
      add(exact, position);
      for (const stem of stems) if (stem !== exact) add(stemLexeme(stem), position);
    }
    position += LINE_GAP;
  }
  const day = at.toISOString().slice(0, 10);
  const unplaced = [
    accountLexeme(userId),
    ...filterLexemes(userId, document),
    dayLexeme(userId, day),
    monthLexeme(userId, day.slice(0, 7)),
    ...phoneNumbers.flatMap((number) => suffixesOf(number ?? '').map(numberLexeme)),
  ];
  return [
    ...new Set(unplaced.map(quoted)),
    ...positions.entries().map(([lexeme, all]) => `${quoted(lexeme)}:${all.join(',')}`),
  ].join(' ');
}

function suffixesOf(number: string): string[] {
  const digits = number.replaceAll(/\D/g, '');
  const count = Math.max(0, digits.length - MIN_SUFFIX_DIGITS + 1);
  return Array.from({ length: count }, (_, start) => digits.slice(start));
}
