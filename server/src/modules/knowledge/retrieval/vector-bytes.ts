/** A vector as stored in PostgreSQL: 32-bit floats, little-endian on every platform Node supports. */
export function vectorToBytes(vector: Float32Array): Buffer {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
}

/** Copies the bytes, because the driver's buffer may be unaligned. */
export function vectorFromBytes(bytes: Uint8Array): Float32Array {
  return new Float32Array(Uint8Array.from(bytes).buffer);
}
