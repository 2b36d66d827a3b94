/** `2026-03-01 12:00:00`, in Greenwich → `2026-03-01T12:00:00Z` */
export function plainTime(text: string): string {
  return `${text.replace(' ', 'T')}Z`;
}
