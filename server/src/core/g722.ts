/**
 * G.722 (ITU-T, 09/2012) at 64 kbit/s: 16-bit PCM at 16 kHz in one byte for two samples. A filter splits the sound into
 * a lower and an upper band, and each is coded by ADPCM with 6 and 2 bits. Integer arithmetic as in the standard, so
 * that both ends stay in step; names in quotes are its blocks.
 */
export class G722Encoder {
  #history = new Int32Array(PAST);
  readonly #lower = new Band(LOWER);
  readonly #upper = new Band(UPPER);

  /** @param samples an even number at 16 kHz */
  encode(samples: Int16Array): Uint8Array {
    const bytes = new Uint8Array(samples.length >> 1);
    const sound = new Int32Array(PAST + samples.length);
    sound.set(this.#history);
    sound.set(samples, PAST);
    for (let at = 0; at < bytes.length; at += 1) {
      const even = phase(sound, 2 * at + 1, EVEN);
      const odd = phase(sound, 2 * at, ODD);
      const low = lowerCode((even + odd) >> 14, this.#lower);
      const high = upperCode((even - odd) >> 14, this.#upper);
      this.#lower.adapt(low >> 2);
      this.#upper.adapt(high);
      bytes[at] = (high << 6) | low;
    }
    this.#history = sound.slice(-PAST);
    return bytes;
  }
}

export class G722Decoder {
  #history = new Int32Array(PAST);
  readonly #lower = new Band(LOWER);
  readonly #upper = new Band(UPPER);

  /** @returns two samples at 16 kHz for each byte */
  decode(bytes: Uint8Array): Int16Array {
    const samples = new Int16Array(bytes.length * 2);
    const sound = new Int32Array(PAST + samples.length);
    sound.set(this.#history);
    for (let at = 0; at < bytes.length; at += 1) {
      const code = bytes[at] ?? 0;
      const low = limited(this.#lower.predicted + this.#lower.difference(FINE, code & 0x3f));
      const high = limited(this.#upper.predicted + this.#upper.difference(UPPER.levels, code >> 6));
      this.#lower.adapt((code & 0x3f) >> 2);
      this.#upper.adapt(code >> 6);
      sound[PAST + 2 * at] = low + high;
      sound[PAST + 2 * at + 1] = low - high;
      samples[2 * at] = saturated(phase(sound, 2 * at + 1, EVEN) >> 11);
      samples[2 * at + 1] = saturated(phase(sound, 2 * at, ODD) >> 11);
    }
    this.#history = sound.slice(-PAST);
    return samples;
  }
}

/** Earlier samples that the filter needs. */
const PAST = 22;
/** The two phases of the quadrature mirror filter. */
const ODD = Int32Array.of(3, -11, 12, 32, -210, 951, 3876, -805, 362, -156, 53, -11);
const EVEN = ODD.toReversed();

/** Every second sample from `first`, weighted by a phase of the filter. */
function phase(sound: Int32Array, first: number, weights: Int32Array): number {
  let sum = 0;
  for (let tap = 0; tap < 12; tap += 1) sum += Math.imul(sound[first + 2 * tap] ?? 0, weights[tap] ?? 0);
  return sum;
}

interface BandTables {
  /** Quantizer step at the start. */
  step: number;
  /** Differences by code, in units of the step, for adaptation. */
  levels: Int32Array;
  /** Changes of the step's logarithm by code. */
  growth: Int32Array;
  maxLogarithm: number;
  /** Scale of the step: the exponent of the largest one. */
  exponent: number;
}

const LOWER_GROWTH = [-60, -30, 58, 172, 334, 538, 1198, 3042];
const LOWER_SIZES = [0, 7, 6, 5, 4, 3, 2, 1, 7, 6, 5, 4, 3, 2, 1, 0];
const LOWER_LEVELS = [20_456, 12_896, 8968, 6288, 4240, 2584, 1200];

const LOWER: BandTables = {
  step: 32,
  levels: Int32Array.of(0, ...LOWER_LEVELS.map((level) => -level), ...LOWER_LEVELS, 0),
  growth: Int32Array.from(LOWER_SIZES, (size) => LOWER_GROWTH[size] ?? 0),
  maxLogarithm: 18_432,
  exponent: 8,
};

const UPPER: BandTables = {
  step: 8,
  levels: Int32Array.of(-7408, -1616, 7408, 1616),
  growth: Int32Array.of(798, -214, 798, -214),
  maxLogarithm: 22_528,
  exponent: 10,
};

/** Differences of the lower band by its whole code of six bits. */
const FINE_LEVELS = [
  24_808, 21_904, 19_008, 16_704, 14_984, 13_512, 12_280, 11_192, 10_232, 9360, 8576, 7856, 7192, 6576, 6000,
  5456, 4944, 4464, 4008, 3576, 3168, 2776, 2400, 2032, 1688, 1360, 1040, 728,
];
const FINE = Int32Array.of(
  ...[-136, -136, -136, -136],
  ...FINE_LEVELS.map((level) => -level),
  ...FINE_LEVELS,
  ...[432, 136, -432, -136],
);

/** Decision levels of the lower band, in units of the step. */
const LOWER_DECISIONS = Int32Array.of(
  ...[35, 72, 110, 150, 190, 233, 276, 323, 370, 422, 473, 530, 587, 650, 714, 786, 858, 940, 1023, 1121],
  ...[1219, 1339, 1458, 1612, 1765, 1980, 2195, 2557, 2919],
);
const UPPER_DECISION = 564;

/** The mantissa of a step by five bits of its logarithm: 2048 · 2^(index/32). */
const MANTISSAS = Int32Array.from({ length: 32 }, (_, index) => Math.round(2048 * 2 ** (index / 32)));

/** "QUANTL". */
function lowerCode(sample: number, band: Band): number {
  const error = saturated(sample - band.predicted);
  const size = error >= 0 ? error : -(error + 1);
  let interval = 0;
  while (
    interval < LOWER_DECISIONS.length &&
    size >= Math.imul(LOWER_DECISIONS[interval] ?? 0, band.step) >> 12
  ) {
    interval += 1;
  }
  if (error >= 0) return 61 - interval;
  return interval < 2 ? 63 - interval : 33 - interval;
}

/** "QUANTH". */
function upperCode(sample: number, band: Band): number {
  const error = saturated(sample - band.predicted);
  const size = error >= 0 ? error : -(error + 1);
  const isLarge = size >= (UPPER_DECISION * band.step) >> 12;
  return (error >= 0 ? 2 : 0) + (isLarge ? 0 : 1);
}

/** The adaptive quantizer and predictor of one band; the same in encoder and decoder. */
class Band {
  step: number;
  /** Prediction of the next sample. */
  predicted = 0;
  readonly #tables: BandTables;
  #logarithm = 0;
  /** Prediction of the zero section. */
  #zeros = 0;
  /** Pole section: coefficients, and the latest two reconstructed and partly reconstructed samples. */
  #pole1 = 0;
  #pole2 = 0;
  #sample1 = 0;
  #sample2 = 0;
  #partial1 = 0;
  #partial2 = 0;
  /** Zero section: the latest six differences, doubled, and their coefficients. */
  readonly #doubled = new Int32Array(6);
  readonly #coefficients = new Int32Array(6);

  constructor(tables: BandTables) {
    this.#tables = tables;
    this.step = tables.step;
  }

  /** "INVQAL", "INVQBL", "INVQAH". */
  difference(levels: Int32Array, code: number): number {
    return Math.imul(this.step, levels[code] ?? 0) >> 15;
  }

  /** Takes the next code. @param code of the lower band: its upper four bits */
  adapt(code: number): void {
    const difference = this.difference(this.#tables.levels, code);
    this.#scale(code);
    this.#predict(difference);
  }

  /** "LOGSCL" and "SCALEL", "LOGSCH" and "SCALEH". */
  #scale(code: number): void {
    const { growth, maxLogarithm, exponent } = this.#tables;
    const grown = ((this.#logarithm * 127) >> 7) + (growth[code] ?? 0);
    this.#logarithm = Math.min(Math.max(grown, 0), maxLogarithm);
    const mantissa = MANTISSAS[(this.#logarithm >> 6) & 31] ?? 0;
    const shift = exponent - (this.#logarithm >> 11);
    this.step = (shift < 0 ? mantissa << -shift : mantissa >> shift) << 2;
  }

  /** "RECONS" to "PREDIC". */
  #predict(difference: number): void {
    const sample = saturated(this.predicted + difference);
    const partial = saturated(this.#zeros + difference);
    this.#adaptPoles(partial);
    this.#adaptZeros(difference);
    this.#sample2 = this.#sample1;
    this.#sample1 = sample;
    this.#partial2 = this.#partial1;
    this.#partial1 = partial;
    const poles = saturated(
      (Math.imul(this.#pole1, saturated(2 * this.#sample1)) >> 15) +
        (Math.imul(this.#pole2, saturated(2 * this.#sample2)) >> 15),
    );
    this.predicted = saturated(poles + this.#zeros);
  }

  /** "UPPOL2" and "UPPOL1". */
  #adaptPoles(partial: number): void {
    const isLikeFirst = partial < 0 === this.#partial1 < 0;
    const isLikeSecond = partial < 0 === this.#partial2 < 0;
    const first = saturated(4 * this.#pole1);
    const turned = Math.min(isLikeFirst ? -first : first, 32_767);
    const second = (isLikeSecond ? 128 : -128) + (turned >> 7) + (Math.imul(this.#pole2, 32_512) >> 15);
    this.#pole2 = Math.min(Math.max(second, -12_288), 12_288);
    const bound = saturated(15_360 - this.#pole2);
    const next = saturated((isLikeFirst ? 192 : -192) + (Math.imul(this.#pole1, 32_640) >> 15));
    this.#pole1 = Math.min(Math.max(next, -bound), bound);
  }

  /** "UPZERO", "DELAYA" and "FILTEZ". */
  #adaptZeros(difference: number): void {
    const doubled = this.#doubled;
    const coefficients = this.#coefficients;
    const change = difference === 0 ? 0 : 128;
    let latest = saturated(2 * difference);
    const newest = latest;
    let zeros = 0;
    for (let at = 0; at < 6; at += 1) {
      const earlier = doubled[at] ?? 0;
      const leaked = Math.imul(coefficients[at] ?? 0, 32_640) >> 15;
      const next = (earlier ^ newest) < 0 ? leaked - change : leaked + change;
      coefficients[at] = next;
      doubled[at] = latest;
      zeros += Math.imul(next, latest) >> 15;
      latest = earlier;
    }
    this.#zeros = saturated(zeros);
  }
}

/** To 16 bits. */
function saturated(value: number): number {
  return value > 32_767 ? 32_767 : value < -32_768 ? -32_768 : value;
}

/** To 15 bits: "LIMIT". */
function limited(value: number): number {
  return value > 16_383 ? 16_383 : value < -16_384 ? -16_384 : value;
}
