/** Numbers from 0 to 1 that look random and are the same for the same seed: Marsaglia's xorshift of 32 bits. */
export function seededRandom(seed: number): () => number {
  // Zero would stay zero; neighbouring seeds should not begin alike.
  let state = Math.imul(seed, 0x9e37_79b1) ^ 0x85eb_ca6b;
  if (state === 0) state = 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 0x1_0000_0000;
  };
}
