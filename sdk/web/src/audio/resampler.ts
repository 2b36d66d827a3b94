/** Converts audio to another sample rate; each chunk returns the samples that can be computed so far. */
export type Resampler = (input: Float32Array) => Float32Array;

/** Zero crossings of the kernel on each side. */
const CROSSINGS = 8;
/** Number of sub-sample positions with a precomputed kernel. */
const PHASES = 512;
/** Lowers the cutoff so that the kernel's transition band does not alias. */
const PASSBAND = 0.94;

/** Windowed-sinc interpolation for audio in chunks of any length. */
export function createResampler(fromHz: number, toHz: number): Resampler {
  if (fromHz === toHz) return (input) => input.slice();
  const step = fromHz / toHz;
  const reach = Math.ceil(CROSSINGS * Math.max(1, step));
  const kernels = kernelTable(Math.min(1, 1 / step) * PASSBAND, reach);
  // Silence before the first sample.
  let waiting = new Float32Array(reach);
  let next = reach;
  return (input) => {
    const samples = new Float32Array(waiting.length + input.length);
    samples.set(waiting);
    samples.set(input, waiting.length);
    const output = new Float32Array(Math.max(0, Math.ceil((samples.length - reach - next) / step)));
    let made = 0;
    while (next + reach < samples.length && made < output.length) {
      output[made] = valueAt(samples, next, { kernels, reach });
      made += 1;
      next += step;
    }
    const begin = Math.max(0, Math.floor(next) - reach);
    waiting = samples.slice(begin);
    next -= begin;
    return output.subarray(0, made);
  };
}

function valueAt(
  samples: Float32Array,
  place: number,
  { kernels, reach }: { kernels: readonly Float32Array[]; reach: number },
): number {
  const whole = Math.floor(place);
  const kernel = kernels[Math.round((place - whole) * PHASES)] ?? kernels[0];
  let sum = 0;
  for (let tap = 0; tap < 2 * reach; tap += 1) {
    sum += (samples[whole - reach + 1 + tap] ?? 0) * (kernel?.[tap] ?? 0);
  }
  return sum;
}

/** One kernel per sub-sample position, each normalized to a gain of 1 for a constant signal. */
function kernelTable(cutoff: number, reach: number): Float32Array[] {
  return Array.from({ length: PHASES + 1 }, (_, phase) => {
    const kernel = Float32Array.from({ length: 2 * reach }, (_tap, tap) => {
      const distance = tap - reach + 1 - phase / PHASES;
      const window = 0.5 + 0.5 * Math.cos((Math.PI * distance) / reach);
      return Math.abs(distance) >= reach ? 0 : cutoff * sinc(cutoff * distance) * window;
    });
    const sum = kernel.reduce((total, weight) => total + weight, 0);
    return kernel.map((weight) => weight / sum);
  });
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}
