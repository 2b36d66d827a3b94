/**
 * The first hints whose total length in UTF-8 is at most `maxBytes`; vendors refuse or ignore longer lists. They count
 * tokens, which bytes resemble more than characters do: a Chinese or Hindi letter is at least one token.
 */
export function fittingHints(hints: readonly string[], maxBytes: number): string[] {
  let left = maxBytes;
  return hints.filter((hint) => {
    left -= Buffer.byteLength(hint);
    return left >= 0;
  });
}
