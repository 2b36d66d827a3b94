import type { Config, Secrets } from '../config/config.ts';
import { Gate } from '../core/gate.ts';
import type { Log } from '../core/log.ts';
import type { CampaignDependencies, LockTimeouts } from '../modules/campaigns/configuration/dependencies.ts';
import { dialProviders, type RoutesByProvider } from './voice-routes.ts';

interface CampaignDeps extends Pick<CampaignDependencies, 'clock' | 'database' | 'notifier'> {
  config: Config;
  secrets: Secrets;
  log: Log;
  /** Routes by provider that replace the real ones; undefined uses the real ones. */
  outboundRoutes: RoutesByProvider | undefined;
  lockTimeouts: Partial<LockTimeouts> | undefined;
}

const LOCK_TIMEOUTS: LockTimeouts = { leadMs: 3000, importMs: 30_000 };

/** Dependencies of campaigns and leads. */
export function composeCampaigns(deps: CampaignDeps): CampaignDependencies {
  const { config, secrets, clock, database, notifier, log } = deps;
  const { maxCampaigns: campaigns, maxParallelCalls: parallelCalls } = config.campaigns;
  const { callingHours: people, sandboxCallingHours: sandbox } = config.campaigns;
  return {
    database,
    clock,
    log,
    notifier,
    prices: config.prices,
    dialProviders: dialProviders(config, secrets, deps.outboundRoutes),
    plan: { campaigns, parallelCalls },
    legalHours: { people, sandbox },
    importing: new Gate({ atOnce: 2, waiting: 20 }),
    lockTimeouts: { ...LOCK_TIMEOUTS, ...deps.lockTimeouts },
  };
}
