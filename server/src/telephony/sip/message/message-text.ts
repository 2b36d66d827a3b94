/** A serialized message as text, which takes less memory than a buffer. */
export function textOf(bytes: Buffer): string {
  return bytes.toString('latin1');
}

/** Reverses `textOf`. */
export function bytesOf(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}

/** Copies a part of a message, because V8 keeps the whole message in memory for a slice of it. */
export function copyOf(part: string): string {
  return Buffer.from(part).toString();
}
