import type { Behavior } from '../../../src/telephony/simulated/seeded-population.ts';

/** One call as seen by the carrier, the reference for the product's records. */
export interface LedgerEntry {
  attemptId: string;
  to: string;
  dialedAt: Date;
  answeredAt: Date | null;
  /** Null while the call rings or is active. */
  endedAt: Date | null;
  behavior: Behavior;
  /** The injected fault; null if there is none. */
  fault: string | null;
}

export interface LedgerVerdict {
  dials: number;
  /** Attempts that reached the carrier more than once. */
  repeatedAttempts: number;
  /** Calls to a number that already had an active call. */
  doubleDials: number;
  /** Maximum number of concurrent calls for each key of `keyOf`. */
  maxAtOnce: ReadonlyMap<string, number>;
  /** Calls rejected by `isAllowed`. */
  outsideHours: number;
}

/** Checks a carrier's ledger. @param keyOf groups calls for concurrency, for example by campaign */
export function checkLedger(
  entries: readonly LedgerEntry[],
  about: { keyOf(entry: LedgerEntry): string; isAllowed(entry: LedgerEntry): boolean },
): LedgerVerdict {
  const attempts = new Set(entries.map(({ attemptId }) => attemptId));
  return {
    dials: entries.length,
    repeatedAttempts: entries.length - attempts.size,
    doubleDials: [...peaks(entries, ({ to }) => to).values()].filter((max) => max > 1).length,
    maxAtOnce: peaks(entries, about.keyOf),
    outsideHours: entries.filter((entry) => !about.isAllowed(entry)).length,
  };
}

/** A call that ends in the millisecond in which the next one begins has freed its slot. */
function peaks(entries: readonly LedgerEntry[], keyOf: (entry: LedgerEntry) => string): Map<string, number> {
  const changes = entries.flatMap((entry) => {
    const begin = { key: keyOf(entry), atMs: entry.dialedAt.getTime(), by: 1 };
    return entry.endedAt === null ? [begin] : [begin, { ...begin, atMs: entry.endedAt.getTime(), by: -1 }];
  });
  changes.sort((one, other) => one.atMs - other.atMs || one.by - other.by);
  const [now, max] = [new Map<string, number>(), new Map<string, number>()];
  for (const { key, by } of changes) {
    const count = (now.get(key) ?? 0) + by;
    now.set(key, count);
    max.set(key, Math.max(max.get(key) ?? 0, count));
  }
  return max;
}

/** Calls that began while `cap` others with the same key were active, each with those others. */
export function beyondTheCap(
  entries: readonly LedgerEntry[],
  cap: number,
  keyOf: (entry: LedgerEntry) => string,
): { entry: LedgerEntry; beside: LedgerEntry[] }[] {
  const inOrder = entries.toSorted((one, other) => one.dialedAt.getTime() - other.dialedAt.getTime());
  const up = new Map<string, LedgerEntry[]>();
  return inOrder.flatMap((entry) => {
    const key = keyOf(entry);
    const beside = (up.get(key) ?? []).filter(({ endedAt }) => endedAt === null || endedAt > entry.dialedAt);
    up.set(key, [...beside, entry]);
    return beside.length >= cap ? [{ entry, beside }] : [];
  });
}
