import { systemClock } from '../../../core/clock.ts';
import type { Database } from '../../../db/client.ts';
import { startNotificationListener } from '../../../jobs/notification-listener.ts';
import { startTicker } from '../../../jobs/ticker.ts';
import { CAMPAIGN_CHANNEL } from './campaign-notifier.ts';
import { Dialer, type DialerDeps } from './dialer.ts';

/** Interval of the sweep over all running campaigns. */
const SWEEP_MS = 5000;

/**
 * Starts the dialer of this process.
 * @param deps `database` provides a connection for the notification listener
 */
export async function startDialer(
  deps: Omit<DialerDeps, 'database'> & { database: Database },
): Promise<{ stop(): Promise<void> }> {
  const { database, notifier, log } = deps;
  const dialer = new Dialer(deps);
  const listener = await startNotificationListener({
    database,
    channel: CAMPAIGN_CHANNEL,
    clock: systemClock,
    log,
    onNotification: (payload) => notifier.receive(payload),
  });
  notifier.listen((campaignIds) => dialer.notify(campaignIds));
  const ticker = startTicker({
    name: 'campaigns',
    intervalMs: SWEEP_MS,
    clock: systemClock,
    log,
    work: () => dialer.sweep(),
  });
  return {
    stop: async () => {
      notifier.listen(null);
      // Stop the dialer first: a running sweep waits for passes, and notifications keep causing new ones.
      const stopped = dialer.stop();
      await ticker.stop();
      await stopped;
      await listener.stop();
    },
  };
}
