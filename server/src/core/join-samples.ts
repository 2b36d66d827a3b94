/** Concatenates arrays; a single one is returned uncopied. */
export function joinSamples(parts: readonly Int16Array[]): Int16Array {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  const result = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    result.set(part, at);
    at += part.length;
  }
  return result;
}
