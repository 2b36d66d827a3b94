/** Deterministic pseudo-random numbers from 0 to 1: Marsaglia's 32-bit xorshift. */
export function seededRandom(seed: number): () => number {
  // A zero state would stay zero; adjacent seeds should give different first numbers.
  let state = Math.imul(seed, 0x9e37_79b1) ^ 0x85eb_ca6b;
  if (state === 0) state = 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 0x1_0000_0000;
  };
}
