/** The line, counted from 1, of an offset into a text. */
export type LineOf = (offset: number) => number;

/** Indexes the line ends of `text` once; each look-up is a binary search. */
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

/** Lines of a text whose last line may or may not end with a line break. */
export function countLines(text: string): number {
  return text === '' ? 0 : text.replace(/\n$/, '').split('\n').length;
}
