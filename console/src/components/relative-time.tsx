import { useSyncExternalStore } from 'react';
import { formatDateTime, formatRelative } from '../lib/format/format.ts';
import { useZone } from '../lib/time/use-zone.ts';

const EVERY_MS = 30_000;
let now = Date.now();

/** One timer for all of them. */
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | null = null;

/** `3 minutes ago`, growing older by itself; the exact instant on hover. */
export function RelativeTime({ iso }: { iso: string }) {
  const ticked = useSyncExternalStore(listen, () => now);
  // Days are another zone's as soon as it is chosen.
  useZone();
  const at = Date.parse(iso);
  // What has happened since the last tick does not lie ahead.
  const instant = at <= Date.now() ? Math.max(ticked, at) : ticked;
  return (
    <time dateTime={iso} title={formatDateTime(iso)}>
      {formatRelative(iso, instant)}
    </time>
  );
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === null) {
    // Nobody has counted while no time was shown.
    now = Date.now();
    timer = setInterval(tick, EVERY_MS);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  };
}

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}
