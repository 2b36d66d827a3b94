import { type Config, DEFAULT_CAMPAIGN_SHARE } from '../config/config.ts';
import { openDatabase } from '../db/client.ts';
import type { CallService } from '../modules/calls/active/create-call-service.ts';
import { Dialer } from '../modules/campaigns/dialing/dialer.ts';
import type { VoiceDeps } from './voice-deps.ts';

/** One for scheduling passes, one for concurrent lookups. */
const DIALER_CONNECTIONS = 2;

/** Concurrent campaign calls of this process: at least one, unless its share is 0. */
export function campaignSlots({ maxCalls, dialing }: Pick<Config, 'maxCalls' | 'dialing'>): number {
  const { campaignSharePercent } = dialing;
  return campaignSharePercent === 0 ? 0 : shareOf(maxCalls, campaignSharePercent);
}

/** Concurrent calls of campaigns and scheduled calls. A process without campaigns dials scheduled calls, too. */
export function plannedSlots(config: Pick<Config, 'maxCalls' | 'dialing'>): number {
  const ofCampaigns = campaignSlots(config);
  return ofCampaigns > 0 ? ofCampaigns : shareOf(config.maxCalls, DEFAULT_CAMPAIGN_SHARE);
}

function shareOf(maxCalls: number, percent: number): number {
  return Math.max(1, Math.floor((maxCalls * percent) / 100));
}

/** Starts the dialer of this process, unless its campaign share is 0. */
export function startCampaigns(
  deps: Pick<
    VoiceDeps,
    'config' | 'connection' | 'clock' | 'log' | 'dependencies' | 'disposer' | 'processId'
  >,
  callService: CallService,
): void {
  const { config, connection, clock, log, disposer, processId } = deps;
  if (campaignSlots(config) === 0) return;
  const { notifier, legalHours, dialProviders } = deps.dependencies.campaigns;
  // A separate pool, so that due leads do not wait for HTTP requests.
  const database = openDatabase({ ...connection, max: DIALER_CONNECTIONS }, (error) =>
    log.warn({ error }, 'Lost an idle database connection for campaigns.'),
  );
  disposer.own('campaigns database pool', database, (owned) => owned.close());
  const dialer = new Dialer({
    database,
    clock,
    log,
    notifier,
    processId,
    legalHours,
    dialProviders,
    prices: config.prices,
    callsPerSecond: config.dialing.callsPerSecond,
    calls: callService.campaigns,
    maxParallelCalls: config.campaigns.maxParallelCalls,
  });
  disposer.own('campaigns', dialer, (owned) => owned.stop());
}
