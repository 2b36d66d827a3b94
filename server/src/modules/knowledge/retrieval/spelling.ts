/** Shorter words have too many neighbours. */
const MIN_WORD_LENGTH = 5;

/** Terms of a dictionary by first character: nearly nobody misses the first one, and it makes the search twenty times shorter. */
export class SpellingIndex {
  readonly #terms = new Map<string, string[]>();

  add(term: string): void {
    const terms = this.#terms.get(term.charAt(0));
    if (terms === undefined) this.#terms.set(term.charAt(0), [term]);
    else terms.push(term);
  }

  clear(): void {
    this.#terms.clear();
  }

  /** Known terms that differ from an unknown one by one slip: a letter missing, added, wrong, or two swapped. */
  near(term: string): string[] {
    if (term.length < MIN_WORD_LENGTH) return [];
    const terms = this.#terms.get(term.charAt(0)) ?? [];
    return terms.filter((known) => isOneSlipAway(term, known));
  }
}

/** Whether one edit (Damerau: swaps of neighbours count as one) turns one word into the other. */
export function isOneSlipAway(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1 || a === b) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  const restA = a.slice(start);
  const restB = b.slice(start);
  if (a.length > b.length) return restA.slice(1) === restB;
  if (a.length < b.length) return restA === restB.slice(1);
  if (restA.slice(1) === restB.slice(1)) return true;
  return restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2);
}
