import { systemClock } from '../../../core/clock.ts';
import type { Database } from '../../../db/client.ts';
import { startNotificationListener } from '../../../jobs/notification-listener.ts';
import { startTicker } from '../../../jobs/ticker.ts';
import { CAMPAIGN_CHANNEL } from './campaign-notifier.ts';
import { Dialer, type DialerDeps } from './dialer.ts';

/** So often all campaigns that run are looked at, whatever was heard of them. */
const SWEEP_MS = 5000;

/**
 * Starts to dial for campaigns in this process.
 * @param parts `database` lends one connection to whoever hears of other processes
 */
export async function startDialer(
  deps: Omit<DialerDeps, 'database'> & { database: Database },
): Promise<{ stop(): Promise<void> }> {
  const { database, notifier, log } = deps;
  const dialer = new Dialer(deps);
  const listener = await startNotificationListener({
    ...{ database, channel: CAMPAIGN_CHANNEL, clock: systemClock, log },
    onNotification: (payload) => notifier.hear(payload),
  });
  notifier.answer((campaignIds) => dialer.notify(campaignIds));
  const ticker = startTicker({
    ...{ name: 'campaigns', intervalMs: SWEEP_MS, clock: systemClock, log },
    work: () => dialer.sweep(),
  });
  return {
    stop: async () => {
      notifier.answer(null);
      // First of all: a sweep under way waits for looks, and while others ring there is always another one.
      const stopped = dialer.stop();
      await ticker.stop();
      await stopped;
      await listener.stop();
    },
  };
}
