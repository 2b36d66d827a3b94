/** Zero crossings of the sinc on each side; at 8 kHz the filter rolls off between 3.4 and 4.2 kHz. */
const CROSSINGS = 20;
/** Shape of the Kaiser window: attenuates aliases by about 75 dB. */
const KAISER_BETA = 7.5;
/**
 * The filter's half-amplitude point, as a share of the lower Nyquist frequency: aliases stay in the transition band.
 */
const CUTOFF = 0.94;
/** Enough for 11.025 kHz to 16 kHz; more would need a table of megabytes for rates that nobody uses. */
const MAX_PHASES = 640;

/** The low-pass filter of a pair of rates: one set of taps for each fractional position of an output sample. */
interface FilterBank {
  phases: number;
  /** Input samples per `phases` output samples. */
  step: number;
  taps: number;
  /** `phases` times `taps`, the taps in order of time. */
  coefficients: Float32Array;
}

/**
 * Resamples a stream of mono PCM with a polyphase windowed sinc. The output does not depend on how the input is
 * chunked. After each chunk, the output has as many samples as the elapsed time holds at the new rate; the sound itself
 * is delayed by `delayMs`.
 */
export class Resampler {
  readonly delayMs: number;
  readonly #bank: FilterBank;
  /** The last `taps - 1` input samples, followed by the chunk. */
  #samples: Float32Array;
  /** Position of the next output sample after the first sample of the next chunk, in steps of `1 / phases`. */
  #position = 0;

  /** Throws a RangeError for rates outside 8 to 48 kHz or without a small common ratio. */
  constructor(fromHz: number, toHz: number) {
    this.#bank = filterBank(fromHz, toHz);
    this.#samples = new Float32Array(this.#bank.taps - 1);
    this.delayMs = ((this.#bank.taps / 2) * 1000) / fromHz;
  }

  /** @returns an array that the caller owns; empty if the chunk is too short for one sample */
  process(chunk: Int16Array): Int16Array {
    const { phases, step, taps, coefficients } = this.#bank;
    const past = taps - 1;
    if (this.#samples.length < past + chunk.length) this.#samples = grown(this.#samples, past + chunk.length);
    const samples = this.#samples;
    samples.set(chunk, past);
    const end = chunk.length * phases;
    const result = new Int16Array(Math.max(0, Math.ceil((end - this.#position) / step)));
    let position = this.#position;
    for (let index = 0; index < result.length; index += 1) {
      const first = Math.floor(position / phases);
      const row = (position % phases) * taps;
      let sum = 0;
      for (let tap = 0; tap < taps; tap += 1) {
        sum += (samples[first + tap] ?? 0) * (coefficients[row + tap] ?? 0);
      }
      result[index] = sum > 32_767 ? 32_767 : sum < -32_768 ? -32_768 : Math.round(sum);
      position += step;
    }
    this.#position = position - end;
    samples.copyWithin(0, chunk.length, chunk.length + past);
    return result;
  }

  /** Call at the end of the stream. @returns the delayed rest of the sound */
  flush(): Int16Array {
    return this.process(new Int16Array(this.#bank.taps / 2));
  }
}

function grown(samples: Float32Array, length: number): Float32Array {
  const larger = new Float32Array(length);
  larger.set(samples);
  return larger;
}

/** One per pair of rates for the whole process: there are few pairs. */
const banks = new Map<string, FilterBank>();

function filterBank(fromHz: number, toHz: number): FilterBank {
  const name = `${fromHz}/${toHz}`;
  const known = banks.get(name);
  if (known !== undefined) return known;
  const bank = designFilterBank(fromHz, toHz);
  banks.set(name, bank);
  return bank;
}

function designFilterBank(fromHz: number, toHz: number): FilterBank {
  const divisor = greatestCommonDivisor(fromHz, toHz);
  const phases = toHz / divisor;
  const inRange = [fromHz, toHz].every((rate) => Number.isInteger(rate) && rate >= 8000 && rate <= 48_000);
  if (!inRange || phases > MAX_PHASES) throw new RangeError(`Cannot resample ${fromHz} Hz to ${toHz} Hz.`);
  const shrink = Math.max(1, fromHz / toHz);
  const half = Math.ceil(CROSSINGS * shrink);
  const taps = 2 * half;
  const coefficients = new Float32Array(phases * taps);
  for (let phase = 0; phase < phases; phase += 1) {
    const row = coefficients.subarray(phase * taps, (phase + 1) * taps);
    for (let tap = 0; tap < taps; tap += 1) {
      row[tap] = windowedSinc(half - 1 + phase / phases - tap, half, CUTOFF / shrink);
    }
    // All phases need the same DC gain, or the differences are audible as a tone.
    const sum = row.reduce((total, value) => total + value, 0);
    for (let tap = 0; tap < taps; tap += 1) row[tap] = (row[tap] ?? 0) / sum;
  }
  return { phases, step: fromHz / divisor, taps, coefficients };
}

/** @param cutoff share of half the input rate */
function windowedSinc(offset: number, half: number, cutoff: number): number {
  const angle = Math.PI * offset * cutoff;
  const sinc = angle === 0 ? 1 : Math.sin(angle) / angle;
  const place = offset / half;
  if (Math.abs(place) > 1) return 0;
  return (sinc * besselI0(KAISER_BETA * Math.sqrt(1 - place * place))) / besselI0(KAISER_BETA);
}

/** The modified Bessel function of order 0, as a series. */
function besselI0(x: number): number {
  let term = 1;
  let sum = 1;
  for (let index = 1; term > sum * 1e-12; index += 1) {
    term *= (x / (2 * index)) ** 2;
    sum += term;
  }
  return sum;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
