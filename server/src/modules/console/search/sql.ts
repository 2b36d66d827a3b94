/** Results per kind. */
export const MOST = 5;

/** SQL conditions. Parameters: $1 account, $2 words, $3 digits of a number, $4 UUID, $5 id; unused ones are null. */
export const hasWords = (column: string): string => `strpos(lower(${column}), lower($2::text)) > 0`;
export const hasDigits = (column: string): string => `strpos(${column}, $3::text) > 0`;
