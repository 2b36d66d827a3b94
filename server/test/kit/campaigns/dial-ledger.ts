import type { Behaviour } from '../../../src/telephony/simulated/seeded-population.ts';

/** One call as seen by the carrier, the reference for the product's records. */
export interface LedgerEntry {
  attemptId: string;
  to: string;
  dialledAt: Date;
  answeredAt: Date | null;
  /** Null while it rings or is up. */
  endedAt: Date | null;
  behaviour: Behaviour;
  /** The injected fault; null for none. */
  fault: string | null;
}

export interface LedgerVerdict {
  dials: number;
  /** Attempts that reached the carrier more than once. */
  repeatedAttempts: number;
  /** Calls to a number with a live call. */
  doubleDials: number;
  /** Maximum concurrent calls, by `keyOf`. */
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

/** A call ending in the millisecond in which the next begins has freed its slot. */
function peaks(entries: readonly LedgerEntry[], keyOf: (entry: LedgerEntry) => string): Map<string, number> {
  const changes = entries.flatMap((entry) => {
    const begin = { key: keyOf(entry), atMs: entry.dialledAt.getTime(), by: 1 };
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

/** Calls that began while `cap` others with the same key were up, each with those. */
export function beyondTheCap(
  entries: readonly LedgerEntry[],
  cap: number,
  keyOf: (entry: LedgerEntry) => string,
): { entry: LedgerEntry; beside: LedgerEntry[] }[] {
  const inOrder = entries.toSorted((one, other) => one.dialledAt.getTime() - other.dialledAt.getTime());
  const up = new Map<string, LedgerEntry[]>();
  return inOrder.flatMap((entry) => {
    const key = keyOf(entry);
    const beside = (up.get(key) ?? []).filter(({ endedAt }) => endedAt === null || endedAt > entry.dialledAt);
    up.set(key, [...beside, entry]);
    return beside.length >= cap ? [{ entry, beside }] : [];
  });
}
