/** Reads a table of choices by the position of the current choice. */
type Entry = (table: object, site: number) => unknown;

/** A function written by `findStatements`. */
export type StatementText = (pick: (site: number, count: number) => number, entry: Entry) => string;

/** Further combinations are not checked. */
const MAX_VARIANTS = 16;

/** The SQL texts for all combinations of choices. */
export function textsOf(text: StatementText): string[] {
  const texts = new Set<string>();
  const counts = new Map<number, number>();
  const picks = new Map<number, number>();
  const pick = (site: number, count: number): number => {
    counts.set(site, count);
    return picks.get(site) ?? 0;
  };
  const entry: Entry = (table, site) => Object.values(table)[pick(site, Object.keys(table).length)];
  for (let run = 0; run < MAX_VARIANTS; run += 1) {
    texts.add(text(pick, entry));
    const next = [...counts].find(([site, count]) => (picks.get(site) ?? 0) + 1 < count);
    if (next === undefined) break;
    for (const site of counts.keys()) {
      if (site === next[0]) break;
      picks.set(site, 0);
    }
    picks.set(next[0], (picks.get(next[0]) ?? 0) + 1);
  }
  return [...texts];
}
