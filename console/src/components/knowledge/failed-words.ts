/** `1 of 12 failed`, `All 2 failed` or `Failed`. */
export function failedWords(count: number, total: number): string {
  if (count < total) return `${count} of ${total} failed`;
  return total === 1 ? 'Failed' : `All ${total} failed`;
}
