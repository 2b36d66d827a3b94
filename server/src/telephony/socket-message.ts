/** Copies samples to little-endian bytes. */
export function bytesOf(samples: Int16Array): Buffer {
  const bytes = Buffer.allocUnsafe(samples.length * 2);
  for (let index = 0; index < samples.length; index += 1) bytes.writeInt16LE(samples[index] ?? 0, index * 2);
  return bytes;
}
