/** The list with one item moved by some places; beyond the ends it stays where it is. */
export function moved<Item>(items: readonly Item[], index: number, by: number): Item[] {
  const item = items[index];
  const target = index + by;
  if (item === undefined || target < 0 || target >= items.length) return [...items];
  return items.toSpliced(index, 1).toSpliced(target, 0, item);
}
