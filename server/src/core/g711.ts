/**
 * G.711 (ITU-T, 11/1988), the two telephony codecs: 16-bit PCM at 8 kHz in one byte per sample. The standard's 14-bit
 * (µ-law) and 13-bit (A-law) values are in the upper bits of the 16-bit samples, as is usual in software.
 */
interface Companding {
  /** Indexed by `sample + 32768`. */
  encode: Uint8Array;
  decode: Int16Array;
}

/** Added before the segment lookup, so that segments begin at powers of two: 33 in 14 bits. */
const ULAW_BIAS = 33 << 2;
const ULAW_LOUDEST = 8158 << 2;

/** The standard inverts every second bit, so that silence is not a long run of zeros on the wire. */
const ALAW_TURNED = 0x55;

const ULAW = companding(encodeUlawSample, decodeUlawByte);
const ALAW = companding(encodeAlawSample, decodeAlawByte);

/** The µ-law code of silence, for gaps in recordings and packets. */
export const ULAW_SILENCE = 0xff;

export function ulawOf(sample: number): number {
  return ULAW.encode[sample + 0x8000] ?? ULAW_SILENCE;
}

/** @returns one byte per sample */
export function encodeUlaw(samples: Int16Array): Uint8Array {
  return encode(samples, ULAW.encode);
}

/** @returns one sample per byte */
export function decodeUlaw(bytes: Uint8Array): Int16Array {
  return decode(bytes, ULAW.decode);
}

/** @returns one byte per sample */
export function encodeAlaw(samples: Int16Array): Uint8Array {
  return encode(samples, ALAW.encode);
}

/** @returns one sample per byte */
export function decodeAlaw(bytes: Uint8Array): Int16Array {
  return decode(bytes, ALAW.decode);
}

function encode(samples: Int16Array, table: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(samples.length);
  for (let index = 0; index < samples.length; index += 1) {
    bytes[index] = table[(samples[index] ?? 0) + 0x8000] ?? 0;
  }
  return bytes;
}

function decode(bytes: Uint8Array, table: Int16Array): Int16Array {
  const samples = new Int16Array(bytes.length);
  for (let index = 0; index < bytes.length; index += 1) samples[index] = table[bytes[index] ?? 0] ?? 0;
  return samples;
}

function companding(
  encodeSample: (sample: number) => number,
  decodeByte: (byte: number) => number,
): Companding {
  const encode = new Uint8Array(0x10000);
  for (let index = 0; index < encode.length; index += 1) encode[index] = encodeSample(index - 0x8000);
  const decode = new Int16Array(0x100);
  for (let byte = 0; byte < decode.length; byte += 1) decode[byte] = decodeByte(byte);
  return { encode, decode };
}

function encodeUlawSample(sample: number): number {
  const magnitude = Math.min(Math.abs(sample), ULAW_LOUDEST) + ULAW_BIAS;
  const segment = 24 - Math.clz32(magnitude);
  const code = (segment << 4) | ((magnitude >> (segment + 3)) & 0x0f);
  return (sample < 0 ? 0x7f : 0xff) ^ code;
}

function decodeUlawByte(byte: number): number {
  const code = ~byte & 0x7f;
  const magnitude = ((((code & 0x0f) << 3) + ULAW_BIAS) << (code >> 4)) - ULAW_BIAS;
  return byte < 0x80 ? -magnitude : magnitude;
}

function encodeAlawSample(sample: number): number {
  const magnitude = sample < 0 ? ~sample : sample;
  const segment = Math.max(0, 24 - Math.clz32(magnitude));
  const code = (segment << 4) | ((magnitude >> Math.max(4, segment + 3)) & 0x0f);
  return (sample < 0 ? code : code | 0x80) ^ ALAW_TURNED;
}

function decodeAlawByte(byte: number): number {
  const code = byte ^ ALAW_TURNED;
  const segment = (code >> 4) & 0x07;
  const step = ((code & 0x0f) << 4) + 8;
  const magnitude = segment === 0 ? step : (step + 0x100) << (segment - 1);
  return code < 0x80 ? -magnitude : magnitude;
}
