export interface DiffPart {
  text: string;
  kind: 'same' | 'removed' | 'added';
}

/** Longer texts are shown as entirely different, because the diff takes quadratic time. */
const MAX_CELLS = 4_000_000;

/** A word diff: parts that are not `added` form the old text, parts that are not `removed` the new one. */
export function diffWords(before: string, after: string): DiffPart[] {
  const [old, young] = [wordsOf(before), wordsOf(after)];
  if (old.length * young.length > MAX_CELLS) {
    return joined([
      { text: before, kind: 'removed' },
      { text: after, kind: 'added' },
    ]);
  }
  return joined(walk(old, young, commonLengths(old, young)));
}

function wordsOf(text: string): string[] {
  return text.match(/\s*\S+|\s+$/g) ?? [];
}

/** `lengths[i][j]`: length of the longest common subsequence from word `i` and word `j` on. */
function commonLengths(old: readonly string[], young: readonly string[]): Uint32Array[] {
  const lengths = Array.from({ length: old.length + 1 }, () => new Uint32Array(young.length + 1));
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = young.length - 1; j >= 0; j -= 1) {
      const row = lengths[i];
      if (row === undefined) continue;
      row[j] =
        old[i] === young[j]
          ? at(lengths, i + 1, j + 1) + 1
          : Math.max(at(lengths, i + 1, j), at(lengths, i, j + 1));
    }
  }
  return lengths;
}

function at(lengths: readonly Uint32Array[], i: number, j: number): number {
  return lengths[i]?.[j] ?? 0;
}

function walk(old: readonly string[], young: readonly string[], lengths: readonly Uint32Array[]): DiffPart[] {
  const parts: DiffPart[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < young.length) {
    const [before, after] = [old[i], young[j]];
    if (before !== undefined && before === after) {
      parts.push({ text: before, kind: 'same' });
      i += 1;
      j += 1;
    } else if (
      after === undefined ||
      (before !== undefined && at(lengths, i + 1, j) >= at(lengths, i, j + 1))
    ) {
      parts.push({ text: before ?? '', kind: 'removed' });
      i += 1;
    } else {
      parts.push({ text: after, kind: 'added' });
      j += 1;
    }
  }
  return parts;
}

function joined(parts: readonly DiffPart[]): DiffPart[] {
  const result: DiffPart[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (part.text === '') continue;
    if (last?.kind === part.kind) result[result.length - 1] = { ...last, text: last.text + part.text };
    else result.push(part);
  }
  return result;
}
