import { readFile, writeFile } from 'node:fs/promises';

const HEADER_BYTES = 44;

/** Writes 16-bit mono PCM as a WAV file. */
export async function writeWave(path: string, samples: Int16Array, rateHz = 8000): Promise<void> {
  const bytes = Buffer.alloc(HEADER_BYTES + samples.length * 2);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write('WAVEfmt ', 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(rateHz, 24);
  bytes.writeUInt32LE(rateHz * 2, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36);
  bytes.writeUInt32LE(samples.length * 2, 40);
  for (const [index, sample] of samples.entries()) bytes.writeInt16LE(sample, HEADER_BYTES + index * 2);
  await writeFile(path, bytes);
}

/** Reads the first channel of a WAV file with 16 bits, even while it is being written. Higher rates are thinned out to `rateHz`. */
export async function readWave(path: string, rateHz: number): Promise<number[]> {
  const bytes = await readFile(path);
  if (bytes.length < HEADER_BYTES) return [];
  const step = 2 * bytes.readUInt16LE(22) * (bytes.readUInt32LE(24) / rateHz);
  const count = Math.floor((bytes.length - HEADER_BYTES) / step);
  return Array.from({ length: count }, (_, index) => bytes.readInt16LE(HEADER_BYTES + index * step));
}
