import type { Catalog } from '../../../core/catalog.ts';
import type { Clock } from '../../../core/clock.ts';
import type { Prices } from '../../../core/prices.ts';
import type { Database } from '../../../db/client.ts';
import type { RecordEvent } from '../../../events/event.ts';
import type { Notifier } from '../../../work/notifier.ts';
import type { BlacklistDependencies } from '../../blacklist/actions.ts';
import type { CallCampaigns } from '../endings/call-campaigns.ts';
import type { LiveCallDependencies } from '../live/live-dependencies.ts';
import type { CallingHours } from './calling-hours.ts';

/** Enough to make and end calls. */
export interface NewCallDependencies {
  database: Database;
  clock: Clock;
  catalog: Catalog;
  prices: Prices;
  /** Providers that report the cost of a call some time after it. */
  pricedCarriers: readonly string[];
  notifier: Notifier;
  campaigns: CallCampaigns;
  callingHours: CallingHours;
  recordEvent: RecordEvent;
  blacklist: Pick<BlacklistDependencies, 'onEntered'>;
  /** Providers of numbers that this installation can dial over. */
  dialProviders: readonly string[];
  /**
   * Host names and addresses of this installation in lower case. A SIP address with one of them may be an extension.
   */
  ownHosts: readonly string[];
  /** True if this process handles calls, so that browsers can connect their audio to it. */
  holdsCalls: boolean;
  /** Maximum cost of an assistant's visitors in a UTC day. */
  visitorSpendPerDayMicros: number;
}

export interface CallDependencies extends NewCallDependencies, LiveCallDependencies {
  database: Database;
}
