/** 16-bit full scale, 0 dBov. */
const OVERLOAD = 32_768;
/** RMS of uniform noise with a peak of 1. */
const UNIFORM_RMS = 1 / Math.sqrt(3);

/** RMS level of a comfort noise payload, in 16-bit units (RFC 3389 3.1). */
export function noiseLevelOf(payload: Uint8Array): number {
  const level = (payload[0] ?? 127) & 0x7f;
  return level === 127 ? 0 : OVERLOAD * 10 ** (-level / 20);
}

/** White noise; the optional reflection coefficients are ignored. */
export function createNoise(seed = 1): (count: number, level: number) => Int16Array {
  let state = seed;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return state / 0x80000000;
  };
  return (count, level) => {
    const peak = Math.min(level / UNIFORM_RMS, OVERLOAD - 1);
    return Int16Array.from({ length: count }, () => Math.round(next() * peak));
  };
}
