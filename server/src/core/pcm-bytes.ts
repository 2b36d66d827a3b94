import { endianness } from 'node:os';

const IS_OURS_SWAPPED = endianness() === 'BE';

/** 16-bit little-endian PCM. */
export function pcmBytes(samples: Int16Array): Uint8Array {
  const bytes = Buffer.from(samples.slice().buffer);
  return IS_OURS_SWAPPED ? bytes.swap16() : bytes;
}

/** Reads 16-bit little-endian PCM; an odd byte at the end is ignored. */
export function pcmSamples(bytes: Uint8Array): Int16Array {
  const samples = new Int16Array(bytes.length >> 1);
  const copy = Buffer.from(samples.buffer);
  copy.set(bytes.subarray(0, copy.length));
  if (IS_OURS_SWAPPED) copy.swap16();
  return samples;
}
