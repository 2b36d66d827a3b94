import type { Clock } from '../../../core/clock.ts';
import type { Log } from '../../../core/log.ts';
import type { Database } from '../../../db/client.ts';
import { startNotificationListener } from '../../../jobs/notification-listener.ts';
import { WEBHOOK_CHANNEL } from './delivery-notifier.ts';

/** Hears what other processes ring, on a connection of its own; one that breaks is replaced until `stop`. */
export function startWebhookListener(deps: {
  database: Database;
  log: Log;
  clock: Clock;
  onNotify(endpointIds: readonly number[]): void;
}): Promise<{ stop(): Promise<void> }> {
  const { onNotify, ...listener } = deps;
  return startNotificationListener({
    ...listener,
    channel: WEBHOOK_CHANNEL,
    onNotification: (payload) => {
      const ids = payload.split(',').filter((text) => /^\d+$/.test(text));
      onNotify(ids.map(Number));
    },
  });
}
