/*
 * Lexemes of the index. A word is stored as it is; marks keep other kinds apart, because words have only letters and
 * digits.
 */

/** A stem, so that quoted words are not found by their stems. */
export const stemLexeme = (stem: string): string => `*${stem}`;

/** A suffix of a phone number. Any part of the number is the beginning of one. */
export const numberLexeme = (digits: string): string => `#${digits}`;

/** Filters begin with a space and the account, so that one posting list has the rows of one account only. */
const ofAccount = (userId: number, filter: string): string => ` ${userId}${filter}`;

export interface DocumentFilters {
  kind: string | null;
  /** Type of the call or conversation. */
  channel: string | null;
  assistantId: number | null;
}

/** Lexemes of the filters that are given. */
export function filterLexemes(userId: number, { kind, channel, assistantId }: DocumentFilters): string[] {
  return [
    ...(kind === null ? [] : [ofAccount(userId, ` k ${kind}`)]),
    ...(channel === null ? [] : [ofAccount(userId, ` c ${channel}`)]),
    ...(assistantId === null ? [] : [ofAccount(userId, ` a ${assistantId}`)]),
  ];
}

/** All documents of the account. */
export const accountLexeme = (userId: number): string => ofAccount(userId, '');

/** @param day `YYYY-MM-DD` in UTC */
export const dayLexeme = (userId: number, day: string): string => ofAccount(userId, ` ${day}`);
/** @param month `YYYY-MM` in UTC */
export const monthLexeme = (userId: number, month: string): string => ofAccount(userId, ` ${month}`);

/** A lexeme as part of the text of a tsvector or tsquery. No lexeme contains a quote or a backslash. */
export const quoted = (lexeme: string): string => `'${lexeme}'`;
