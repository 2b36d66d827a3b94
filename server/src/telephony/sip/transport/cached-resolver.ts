import type { Clock } from '../../../core/clock.ts';
import type { NameResolver } from './name-resolver.ts';

/** `lookup` does not return TTLs; almost all of them are longer. */
const FRESH_MS = 30_000;
/** Stale answers are used this long while the name server is down. */
const STALE_MS = 60 * 60_000;
const MAX_KNOWN = 1000;

interface Known<Answer> {
  answer: Promise<Answer>;
  sinceMs: number;
  refreshAtMs: number;
}

/** Caches lookups for 30 seconds, and for an hour while new lookups fail. */
export function cachedResolver(resolver: NameResolver, clock: Clock): NameResolver {
  return {
    addresses: cached(clock, (host) => resolver.addresses(host)),
    services: cached(clock, (name) => resolver.services(name)),
  };
}

function cached<Answer>(
  clock: Clock,
  ask: (name: string) => Promise<Answer>,
): (name: string) => Promise<Answer> {
  const all = new Map<string, Known<Answer>>();
  return (name) => {
    const key = name.toLowerCase();
    const nowMs = clock.monotonicMs();
    const known = all.get(key);
    if (known !== undefined && nowMs < known.refreshAtMs) return known.answer;
    const stale = known !== undefined && nowMs - known.sinceMs < STALE_MS ? known : null;
    const entry: Known<Answer> = { answer: ask(name), sinceMs: nowMs, refreshAtMs: nowMs + FRESH_MS };
    entry.answer = entry.answer.catch((error: unknown) => {
      const isLast = all.get(key) === entry;
      if (stale === null) {
        if (isLast) all.delete(key);
        throw error;
      }
      if (isLast) all.set(key, { ...stale, refreshAtMs: clock.monotonicMs() + FRESH_MS });
      return stale.answer;
    });
    all.delete(key);
    all.set(key, entry);
    for (const oldest of all.keys()) {
      if (all.size <= MAX_KNOWN) break;
      all.delete(oldest);
    }
    return entry.answer;
  };
}
