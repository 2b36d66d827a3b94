/**
 * Power of one frequency in a window of samples: half the squared amplitude of a sine at that frequency. Goertzel
 * algorithm, valid even between the bins of a DFT.
 * @param samples already windowed; the weights should sum to their number
 */
export function tonePower(samples: Float64Array, frequencyHz: number, sampleRateHz: number): number {
  const coefficient = 2 * Math.cos((2 * Math.PI * frequencyHz) / sampleRateHz);
  let last = 0;
  let beforeLast = 0;
  for (let index = 0; index < samples.length; index += 1) {
    const current = (samples[index] ?? 0) + coefficient * last - beforeLast;
    beforeLast = last;
    last = current;
  }
  const power = last * last + beforeLast * beforeLast - coefficient * last * beforeLast;
  return (2 * power) / samples.length ** 2;
}

/** Hann window with a mean of 1. */
export function hannWindow(length: number): Float64Array {
  return Float64Array.from({ length }, (_, index) => 1 - Math.cos((2 * Math.PI * (index + 0.5)) / length));
}
