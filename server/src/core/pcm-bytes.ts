/** 16-bit PCM as vendors take it: the low byte first. */
export function pcmBytes(samples: Int16Array): Uint8Array {
  const bytes = Buffer.allocUnsafe(samples.length * 2);
  for (let index = 0; index < samples.length; index += 1) bytes.writeInt16LE(samples[index] ?? 0, index * 2);
  return bytes;
}
