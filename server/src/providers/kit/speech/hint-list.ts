/** The first hints whose total length is at most `maxCharacters`; vendors refuse or ignore longer lists. */
export function fittingHints(hints: readonly string[], maxCharacters: number): string[] {
  let left = maxCharacters;
  return hints.filter((hint) => {
    left -= hint.length;
    return left >= 0;
  });
}
