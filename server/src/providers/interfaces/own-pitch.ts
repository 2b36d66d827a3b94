/** The contract's default. */
const DEFAULT_SIMILARITY = 0.5;

/**
 * Converts similarity for voices without a similarity setting: the share of its own pitch that the voice keeps. All of
 * it from the default similarity on; with 0 it speaks at a neutral pitch. @returns 0 to 1
 */
export function ownPitchOf(similarity: number): number {
  return Math.min(1, similarity / DEFAULT_SIMILARITY);
}
