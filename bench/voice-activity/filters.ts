/** Coefficients of a second-order IIR filter, normalized to a0 = 1. */
interface Biquad {
  b0: number;
  b1: number;
  b2: number;
  a1: number;
  a2: number;
}

const STEEPNESS = Math.SQRT1_2;

/** Source: R. Bristow-Johnson, Cookbook formulae for audio equalizer biquad filter coefficients. */
export function lowPass(frequencyHz: number, sampleRateHz: number): Biquad {
  const { cosine, alpha, scale } = shape(frequencyHz, sampleRateHz, STEEPNESS);
  const b1 = (1 - cosine) / scale;
  return { b0: b1 / 2, b1, b2: b1 / 2, a1: (-2 * cosine) / scale, a2: (1 - alpha) / scale };
}

/** @param q center frequency over bandwidth */
export function bandPass(frequencyHz: number, q: number, sampleRateHz: number): Biquad {
  const { cosine, alpha, scale } = shape(frequencyHz, sampleRateHz, q);
  return { b0: alpha / scale, b1: 0, b2: -alpha / scale, a1: (-2 * cosine) / scale, a2: (1 - alpha) / scale };
}

function shape(frequencyHz: number, sampleRateHz: number, q: number) {
  const angle = (2 * Math.PI * Math.min(frequencyHz, 0.48 * sampleRateHz)) / sampleRateHz;
  const alpha = Math.sin(angle) / (2 * q);
  return { cosine: Math.cos(angle), alpha, scale: 1 + alpha };
}

export function filtered(sound: Float32Array, { b0, b1, b2, a1, a2 }: Biquad): Float32Array {
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  return sound.map((x) => {
    const y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2;
    x2 = x1;
    x1 = x;
    y2 = y1;
    y1 = y;
    return y;
  });
}
