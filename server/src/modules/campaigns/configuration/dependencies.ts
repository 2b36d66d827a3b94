import type { Clock } from '../../../core/clock.ts';
import type { Gate } from '../../../core/gate.ts';
import type { Log } from '../../../core/log.ts';
import type { Prices } from '../../../core/prices.ts';
import type { Database } from '../../../db/client.ts';
import type { CampaignNotifier } from '../dialing/campaign-notifier.ts';
import type { LegalHoursByCarrier } from '../rules/legal-hours.ts';

/** What the installation allows one account. */
export interface CampaignPlan {
  /** Campaigns that are not deleted. */
  campaigns: number;
  /** Calls that one campaign may have under way. */
  parallelCalls: number;
}

/** What campaigns and their leads need to be kept. */
export interface CampaignDependencies {
  database: Database;
  clock: Clock;
  log: Log;
  prices: Prices;
  /** Carriers of numbers that this installation can dial over. */
  dialProviders: readonly string[];
  plan: CampaignPlan;
  /** When people may be called at all. */
  legalHours: LegalHoursByCarrier;
  notifier: CampaignNotifier;
  /** Imports keep a connection each. */
  importing: Gate;
  patience: LeadPatience;
}

/** How long anybody waits for phone numbers that somebody else is storing in the same campaign. */
export interface LeadPatience {
  /** Who adds or changes one lead. */
  leadMs: number;
  importMs: number;
}
