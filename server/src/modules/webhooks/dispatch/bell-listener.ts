import type { Clock } from '../../../core/clock.ts';
import type { Log } from '../../../core/log.ts';
import type { Database } from '../../../db/client.ts';
import { startNotificationListener } from '../../../jobs/notification-listener.ts';
import { BELL_CHANNEL } from './delivery-bell.ts';

/** Hears what other processes ring, on a connection of its own; one that breaks is replaced until `stop`. */
export function startBellListener(parts: {
  database: Database;
  log: Log;
  clock: Clock;
  onRing(targetIds: readonly number[]): void;
}): Promise<{ stop(): Promise<void> }> {
  const { onRing, ...listener } = parts;
  return startNotificationListener({
    ...listener,
    channel: BELL_CHANNEL,
    onNotification: (payload) => {
      const ids = payload.split(',').filter((text) => /^\d+$/.test(text));
      onRing(ids.map(Number));
    },
  });
}
