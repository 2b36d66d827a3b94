/** What people write between the digits of a number. */
const BETWEEN = /[\s()./-]/g;

/**
 * A part of a phone number as numbers are stored: `(202) 555-01` is `20255501`. What holds anything else, such as the name of an
 * extension, stays as it is; none is null.
 */
export function phonePart(written: string | null | undefined): string | null {
  const bare = written?.replace(BETWEEN, '') ?? '';
  return /^\+?\d+$/.test(bare) ? bare : (written ?? null);
}
