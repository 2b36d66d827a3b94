import { systemClock } from '../../../core/clock.ts';
import { startLoop } from '../../../work/loop.ts';
import { Dialer, type DialerDeps } from './dialer.ts';

/** Interval of the sweep over all running campaigns. */
const SWEEP_MS = 5000;

/** Starts the dialer of this process. */
export function startDialer(deps: DialerDeps): { stop(): Promise<void> } {
  const { notifier, log } = deps;
  const dialer = new Dialer(deps);
  notifier.subscribe('campaigns', (campaignIds) => dialer.notify(campaignIds));
  const sweeps = startLoop({
    name: 'campaigns',
    intervalMs: SWEEP_MS,
    clock: systemClock,
    log,
    work: () => dialer.sweep(),
  });
  return {
    stop: async () => {
      notifier.subscribe('campaigns', null);
      // Stop the dialer first: a running sweep waits for passes, and notifications keep causing new ones.
      const stopped = dialer.stop();
      await sweeps.stop();
      await stopped;
    },
  };
}
