/** Separators that people type inside numbers. */
const BETWEEN = /[\s()./-]/g;

/**
 * A search term as phone numbers are stored: `(202) 555-01` becomes `20255501`. Terms with other characters, such as
 * the name of an extension, stay unchanged. Null for an empty term.
 */
export function phonePart(written: string | null | undefined): string | null {
  const bare = written?.replace(BETWEEN, '') ?? '';
  return /^\+?\d+$/.test(bare) ? bare : (written ?? null);
}
