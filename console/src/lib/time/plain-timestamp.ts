/** @param plain `YYYY-MM-DD HH:MM:SS` in UTC, as in conversations @returns ISO 8601 */
export function isoOfPlain(plain: string): string {
  return `${plain.replace(' ', 'T')}Z`;
}
