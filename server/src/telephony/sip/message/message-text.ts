/** A serialized message as text, which takes less memory than a buffer. */
export function textOf(bytes: Buffer): string {
  return bytes.toString('latin1');
}

/** The message of `textOf`. */
export function bytesOf(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}

/** A copy of a part of a message. V8 would keep the whole message in memory for the part itself. */
export function copyOf(part: string): string {
  return Buffer.from(part).toString();
}
