import type { Catalogue } from '../../../core/catalogue.ts';
import type { Clock } from '../../../core/clock.ts';
import type { Prices } from '../../../core/prices.ts';
import type { Database } from '../../../db/client.ts';
import type { RecordEvent } from '../../../events/event.ts';
import type { BlacklistDependencies } from '../../blacklist/actions.ts';
import type { CallCampaigns } from '../endings/call-campaigns.ts';
import type { CallNotifier } from '../lifecycle/call-notifier.ts';

/** What asking for calls, and reading of them, needs. */
export interface CallDependencies {
  database: Database;
  clock: Clock;
  catalogue: Catalogue;
  prices: Prices;
  /** Carriers of numbers that tell some time after a call what it has cost. */
  pricedCarriers: readonly string[];
  notifier: CallNotifier;
  campaigns: CallCampaigns;
  recordEvent: RecordEvent;
  blacklist: Pick<BlacklistDependencies, 'onEntered'>;
  /** Carriers of numbers that this installation can dial over. */
  dialProviders: readonly string[];
  /** Names and addresses of this installation, in lower case: a SIP address there may be an extension. */
  ownHosts: readonly string[];
  /** Whether this process holds calls: then browsers bring their sound here. */
  holdsCalls: boolean;
}
