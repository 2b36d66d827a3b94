import { endianness } from 'node:os';

const IS_OURS_SWAPPED = endianness() === 'BE';

/** 16-bit PCM as vendors and files take it: the low byte first. */
export function pcmBytes(samples: Int16Array): Uint8Array {
  const bytes = Buffer.from(samples.slice().buffer);
  return IS_OURS_SWAPPED ? bytes.swap16() : bytes;
}

/** The samples of such bytes; a half one at the end is left out. */
export function pcmSamples(bytes: Uint8Array): Int16Array {
  const samples = new Int16Array(bytes.length >> 1);
  const copy = Buffer.from(samples.buffer);
  copy.set(bytes.subarray(0, copy.length));
  if (IS_OURS_SWAPPED) copy.swap16();
  return samples;
}
