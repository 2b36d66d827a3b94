import { useSyncExternalStore } from 'react';
import { formatDateTime, formatRelative } from '../lib/format/format.ts';
import { useZone } from '../lib/time/use-zone.ts';

const EVERY_MS = 30_000;
let now = Date.now();

/** One timer for all instances. */
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | null = null;

/** `3 minutes ago`, kept up to date; the exact time on hover. */
export function RelativeTime({ iso }: { iso: string }) {
  const ticked = useSyncExternalStore(listen, () => now);
  // Rerender when the time zone changes.
  useZone();
  const at = Date.parse(iso);
  // An event after the last tick is not in the future.
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
    // The timer was stopped while no time was shown.
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
