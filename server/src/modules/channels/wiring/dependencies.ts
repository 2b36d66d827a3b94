import type { Clock } from '../../../core/clock.ts';
import type { Log } from '../../../core/log.ts';
import type { Prices } from '../../../core/prices.ts';
import type { SecretBox } from '../../../core/secret-box.ts';
import type { Database } from '../../../db/client.ts';
import type { MessagingVendor } from '../../../providers/interfaces/messaging-carrier.ts';
import type { BlacklistDependencies } from '../../blacklist/actions.ts';
import type { CarrierOf } from '../senders/carrier-connections.ts';

export interface ChannelDependencies {
  database: Database;
  clock: Clock;
  log: Log;
  prices: Prices;
  secretBox: SecretBox;
  /** Customers who opt out of messages are not called either. */
  blacklist: Pick<BlacklistDependencies, 'onEntered'>;
  /** Kinds of carriers, by name. */
  vendors: ReadonlyMap<string, MessagingVendor>;
  carrierOf: CarrierOf;
  /** Where the carrier of a sender calls us, by the sender's webhook key. */
  callbackUrl(webhookKey: string): string;
  /** This process, in the table of processes: who hands a message over. */
  processId: string;
  /** Aborted when the process can wait no longer. */
  lifetime: AbortSignal;
}

/** Of the API; the key of a sender follows. */
export const CALLBACK_PATH = '/carriers/msgapp';
