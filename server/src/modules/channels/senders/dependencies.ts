import type { Clock } from '../../../core/clock.ts';
import type { Log } from '../../../core/log.ts';
import type { Prices } from '../../../core/prices.ts';
import type { SecretBox } from '../../../core/secret-box.ts';
import type { Database } from '../../../db/client.ts';
import type { MessagingVendor } from '../../../providers/interfaces/messaging-carrier.ts';
import type { BlacklistDependencies } from '../../blacklist/actions.ts';
import type { CarrierOf } from './carrier-connections.ts';

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
  /** Callback URL for the carrier of the sender with this webhook key. */
  callbackUrl(webhookKey: string): string;
  /** Id of this process in the table of processes; stored with the messages that it submits. */
  processId: string;
  /** Aborted when this process must stop waiting. */
  lifetime: AbortSignal;
}

/** API path; the sender's webhook key follows. */
export const CALLBACK_PATH = '/carriers/msgapp';
