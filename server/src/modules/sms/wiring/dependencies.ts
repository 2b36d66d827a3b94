import type { Clock } from '../../../core/clock.ts';
import type { Log } from '../../../core/log.ts';
import type { Prices } from '../../../core/prices.ts';
import type { Database } from '../../../db/client.ts';
import type { MessagingCarrier, MessagingVendor } from '../../../providers/interfaces/messaging-carrier.ts';
import type { BlacklistDependencies } from '../../blacklist/actions.ts';

/** The installation's own account at a carrier, and what its codes mean. */
export interface SmsCarrier {
  vendor: MessagingVendor;
  carrier: MessagingCarrier;
}

export interface SmsDependencies {
  database: Database;
  clock: Clock;
  log: Log;
  prices: Prices;
  /** Customers who opt out of messages are not called either. */
  blacklist: Pick<BlacklistDependencies, 'onEntered'>;
  /** By the provider of the number that a message is from. */
  carriers: ReadonlyMap<string, SmsCarrier>;
  /** Where the carrier calls us. */
  callbackUrl(provider: string): string;
  /** This process, in the table of processes: who hands a message over. */
  processId: string;
  /** Aborted when the process can wait no longer. */
  lifetime: AbortSignal;
}

/** Of the API; the provider's name follows. */
export const SMS_CALLBACK_PATH = '/carriers/sms';

/** @param origin where others reach this server, without a slash at the end */
export function smsCallbackUrl(origin: string, provider: string): string {
  return `${origin}/api${SMS_CALLBACK_PATH}/${provider}`;
}
