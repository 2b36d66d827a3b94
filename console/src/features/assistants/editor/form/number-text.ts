/** What a number's field shows. */
export function textOfNumber(value: unknown): string {
  return typeof value === 'number' || typeof value === 'string' ? String(value) : '';
}

/**
 * What a number's field says: a number once it reads as one, null when it is empty. What is half written
 * (`0.`) stays text, which the contract's rules judge.
 */
export function numberOfText(text: string): number | string | null {
  const trimmed = text.trim().replace(',', '.');
  if (trimmed === '') return null;
  return String(Number(trimmed)) === trimmed ? Number(trimmed) : trimmed;
}
