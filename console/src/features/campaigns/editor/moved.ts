/** A copy of the list with one item moved; unchanged if the target is out of range. */
export function moved<Item>(items: readonly Item[], index: number, by: number): Item[] {
  const item = items[index];
  const target = index + by;
  if (item === undefined || target < 0 || target >= items.length) return [...items];
  return items.toSpliced(index, 1).toSpliced(target, 0, item);
}
