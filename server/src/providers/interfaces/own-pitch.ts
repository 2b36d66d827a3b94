/** The contract's default. */
const DEFAULT_SIMILARITY = 0.5;

/**
 * Maps similarity to pitch for voices without a similarity setting. @returns how much of its own pitch the voice keeps:
 * 1 at the default similarity and above, 0 for a neutral pitch
 */
export function ownPitchOf(similarity: number): number {
  return Math.min(1, similarity / DEFAULT_SIMILARITY);
}
