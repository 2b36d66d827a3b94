import type { Clock } from '../../../core/clock.ts';
import type { FairGate } from '../../../core/fair-gate.ts';
import type { Log } from '../../../core/log.ts';
import type { Prices } from '../../../core/prices.ts';
import type { Database } from '../../../db/client.ts';
import type { Notifier } from '../../../work/notifier.ts';
import type { Extractor } from '../../knowledge/extraction/extractor.ts';
import type { LegalHoursByCarrier } from '../rules/legal-hours.ts';

/** Limits of one account. */
export interface CampaignPlan {
  campaigns: number;
  /** Concurrent calls per campaign. */
  parallelCalls: number;
}

export interface CampaignDependencies {
  database: Database;
  clock: Clock;
  log: Log;
  prices: Prices;
  /** Providers of numbers that this installation can dial over. */
  dialProviders: readonly string[];
  plan: CampaignPlan;
  /** Legal calling windows. */
  legalHours: LegalHoursByCarrier;
  notifier: Notifier;
  /** Reads workbooks in child processes with limits. */
  workbooks: Pick<Extractor, 'readTable'>;
  /** Limits concurrent workbooks, by account. */
  readingWorkbooks: Pick<FairGate, 'run'>;
  /** Limits concurrent imports, by account, because each occupies a connection. */
  importing: Pick<FairGate, 'run'>;
  lockTimeouts: LockTimeouts;
}

/** Maximum wait for phone numbers that other requests are storing in the same campaign. */
export interface LockTimeouts {
  /** For adding or changing one lead. */
  leadMs: number;
  importMs: number;
}
