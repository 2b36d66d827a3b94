/** A vector as PostgreSQL keeps it: 32-bit floats, little-endian on every machine that Node runs on. */
export function vectorToBytes(vector: Float32Array): Buffer {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
}

/** The bytes are copied: the driver's buffer need not be aligned. */
export function vectorFromBytes(bytes: Uint8Array): Float32Array {
  return new Float32Array(Uint8Array.from(bytes).buffer);
}
