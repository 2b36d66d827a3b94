/** The text of a number field. */
export function textOfNumber(value: unknown): string {
  return typeof value === 'number' || typeof value === 'string' ? String(value) : '';
}

/**
 * The value of a number field: a number when the text is one, null when it is empty. Unfinished text (`0.`) stays text,
 * which the contract rejects.
 */
export function numberOfText(text: string): number | string | null {
  const trimmed = text.trim().replace(',', '.');
  if (trimmed === '') return null;
  return String(Number(trimmed)) === trimmed ? Number(trimmed) : trimmed;
}
