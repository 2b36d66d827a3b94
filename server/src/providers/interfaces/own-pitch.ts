/** What the contract gives to an assistant that names none. */
const USUAL_SIMILARITY = 0.5;

/**
 * How much of its own pitch a voice keeps that has no other measure of how closely it is to be itself: all of it with the usual
 * similarity and above; with none of it, it speaks at a pitch that is nobody's. @returns 0 to 1
 */
export function ownPitchOf(similarity: number): number {
  return Math.min(1, similarity / USUAL_SIMILARITY);
}
