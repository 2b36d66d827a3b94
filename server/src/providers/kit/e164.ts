/** `+` and digits, from a number with or without plus, spaces, dashes or brackets; null if it is not a number. */
export function e164(written: string): string | null {
  const compact = written.replace(/[\s().-]/g, '');
  const digits = /^\+?([1-9]\d{5,14})$/.exec(compact)?.[1];
  return digits === undefined ? null : `+${digits}`;
}
