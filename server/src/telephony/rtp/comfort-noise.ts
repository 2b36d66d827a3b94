/** Full scale of 16 bits. */
const OVERLOAD = 32_768;
/** A uniform spread of ±1 has this root mean square. */
const UNIFORM_POWER = 1 / Math.sqrt(3);

/** @returns how loud the noise of a comfort noise payload is, as root mean square in 16 bits (RFC 3389, 3.1). */
export function noiseLevelOf(payload: Uint8Array): number {
  const level = (payload[0] ?? 127) & 0x7f;
  return level === 127 ? 0 : OVERLOAD * 10 ** (-level / 20);
}

/** Noise without a colour: the reflection coefficients, which a sender may leave out, are not used. */
export function createNoise(seed = 1): (count: number, level: number) => Int16Array {
  let state = seed;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return state / 0x80000000;
  };
  return (count, level) => {
    const peak = Math.min(level / UNIFORM_POWER, OVERLOAD - 1);
    return Int16Array.from({ length: count }, () => Math.round(next() * peak));
  };
}
