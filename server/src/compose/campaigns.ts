import type { Config } from '../config/config.ts';
import { openDatabase } from '../db/client.ts';
import type { Holding } from '../modules/calls/actions.ts';
import { startDialer } from '../modules/campaigns/dialing/start-dialer.ts';
import type { VoiceDeps } from './voice-deps.ts';

/** One hears of other processes, one is for looks, and one for what is looked up meanwhile. */
const DIALER_CONNECTIONS = 3;

/** How many calls of campaigns this process holds at a time: one at least, where it calls for any. */
export function campaignPlaces({ maxCalls, dialling }: Pick<Config, 'maxCalls' | 'dialling'>): number {
  const { campaignSharePercent } = dialling;
  if (campaignSharePercent === 0) return 0;
  return Math.max(1, Math.floor((maxCalls * campaignSharePercent) / 100));
}

/** Starts to dial for campaigns in this process, over the lines and in the places of its calls, if it has any for them. */
export async function startCampaigns(
  deps: Pick<
    VoiceDeps,
    'config' | 'connection' | 'clock' | 'log' | 'dependencies' | 'disposer' | 'processId'
  >,
  holding: Holding,
): Promise<void> {
  const { config, connection, clock, log, disposer, processId } = deps;
  if (campaignPlaces(config) === 0) return;
  const { notifier, legalHours, dialProviders } = deps.dependencies.campaigns;
  // Apart: whoever is due waits for no request.
  const database = openDatabase({ ...connection, max: DIALER_CONNECTIONS }, (error) =>
    log.warn({ error }, 'An idle database connection of campaigns broke.'),
  );
  disposer.own('campaigns database pool', database, (owned) => owned.close());
  const dialer = await startDialer({
    ...{ database, clock, log, notifier, processId, legalHours, dialProviders },
    ...{ prices: config.prices, callsPerSecond: config.dialling.callsPerSecond, calls: holding.campaigns },
    mostParallelCalls: config.campaigns.maxParallelCalls,
  });
  disposer.own('campaigns', dialer, (owned) => owned.stop());
}
