/** Returns the line of an offset in a text, counted from 1. */
export type LineOf = (offset: number) => number;

/** Indexes the line endings of `text` once; each lookup is a binary search. */
export function indexLines(text: string): LineOf {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

/** Number of lines, with or without a trailing line break. */
export function countLines(text: string): number {
  return text === '' ? 0 : text.replace(/\n$/, '').split('\n').length;
}
