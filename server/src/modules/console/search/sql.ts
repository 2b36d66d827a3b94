/** Of each kind. */
export const MOST = 5;

/** Pieces of the search: $1 the account, $2 words, $3 digits of a number, $4 a UUID, $5 an id; what was not meant is null. */
export const hasWords = (column: string): string => `strpos(lower(${column}), lower($2::text)) > 0`;
export const hasDigits = (column: string): string => `strpos(${column}, $3::text) > 0`;
