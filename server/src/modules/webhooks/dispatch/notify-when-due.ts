import type { Clock } from '../../../core/clock.ts';
import type { DueEndpoint } from './queue.ts';

/** Deliveries due within this time of each other share a notification, so that one claim takes them all. */
const TOGETHER_MS = 10;

/** Notifies when upcoming deliveries are due, until `signal` aborts; never rejects. @param coming sorted by due time */
export async function notifyWhenDue(
  coming: readonly DueEndpoint[],
  {
    clock,
    signal,
    notify,
  }: { clock: Clock; signal: AbortSignal; notify(endpointIds: readonly number[]): void },
): Promise<void> {
  for (const group of groups(coming)) {
    const dueMs = group.at(-1)?.dueAt.getTime() ?? 0;
    // A timer may fire slightly early, when nothing is due yet.
    for (let now = clock.now(); now.getTime() < dueMs && !signal.aborted; now = clock.now()) {
      await clock.sleep(dueMs - now.getTime(), signal).catch(() => undefined);
    }
    if (signal.aborted) return;
    notify(group.map(({ endpointId }) => endpointId));
  }
}

function groups(coming: readonly DueEndpoint[]): DueEndpoint[][] {
  const all: DueEndpoint[][] = [];
  for (const one of coming) {
    const last = all.at(-1);
    const [first] = last ?? [];
    if (
      last === undefined ||
      first === undefined ||
      one.dueAt.getTime() - first.dueAt.getTime() > TOGETHER_MS
    ) {
      all.push([one]);
    } else last.push(one);
  }
  return all;
}
