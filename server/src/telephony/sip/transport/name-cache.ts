import type { Clock } from '../../../core/clock.ts';
import type { Names } from './names.ts';

/** The system tells no record's own time to live; this is less than almost any of them. */
const FRESH_MS = 30_000;
/** How long an answer does where nobody gives another: a name server that is down stops no calls. */
const STALE_MS = 60 * 60_000;
const MAX_KNOWN = 1000;

interface Known<Answer> {
  answer: Promise<Answer>;
  /** When it was given. */
  sinceMs: number;
  askAgainMs: number;
}

/** Remembers what was looked up for half a minute, and for an hour in case that nobody answers meanwhile. */
export function cachedNames(names: Names, clock: Clock): Names {
  return {
    addresses: remembering(clock, (host) => names.addresses(host)),
    services: remembering(clock, (name) => names.services(name)),
  };
}

function remembering<Answer>(
  clock: Clock,
  ask: (name: string) => Promise<Answer>,
): (name: string) => Promise<Answer> {
  const all = new Map<string, Known<Answer>>();
  return (name) => {
    const key = name.toLowerCase();
    const nowMs = clock.monotonicMs();
    const known = all.get(key);
    if (known !== undefined && nowMs < known.askAgainMs) return known.answer;
    const spare = known !== undefined && nowMs - known.sinceMs < STALE_MS ? known : null;
    const asked: Known<Answer> = { answer: ask(name), sinceMs: nowMs, askAgainMs: nowMs + FRESH_MS };
    asked.answer = asked.answer.catch((error: unknown) => {
      const isLast = all.get(key) === asked;
      if (spare === null) {
        if (isLast) all.delete(key);
        throw error;
      }
      if (isLast) all.set(key, { ...spare, askAgainMs: clock.monotonicMs() + FRESH_MS });
      return spare.answer;
    });
    all.delete(key);
    all.set(key, asked);
    for (const oldest of all.keys()) {
      if (all.size <= MAX_KNOWN) break;
      all.delete(oldest);
    }
    return asked.answer;
  };
}
