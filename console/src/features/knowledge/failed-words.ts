/** One document that failed among others is not the whole: `1 of 12 failed`. */
export function failedWords(count: number, total: number): string {
  if (count < total) return `${count} of ${total} failed`;
  return total === 1 ? 'Failed' : `All ${total} failed`;
}
