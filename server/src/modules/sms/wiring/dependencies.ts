import type { Clock } from '../../../core/clock.ts';
import type { Log } from '../../../core/log.ts';
import type { Prices } from '../../../core/prices.ts';
import type { Database } from '../../../db/client.ts';
import type { MessagingCarrier, MessagingVendor } from '../../../providers/interfaces/messaging-carrier.ts';
import type { BlacklistDependencies } from '../../blacklist/actions.ts';

/** The installation's account at a carrier, with explanations of the carrier's error codes. */
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
  /** Carriers by provider of the sender number. */
  carriers: ReadonlyMap<string, SmsCarrier>;
  /** Callback URL for the carrier. */
  callbackUrl(provider: string): string;
  /** Id of this process, which owns messages during submission. */
  processId: string;
  /** Aborted at the shutdown deadline. */
  lifetime: AbortSignal;
}

/** API path; the provider's name follows. */
export const SMS_CALLBACK_PATH = '/carriers/sms';

/** @param origin public origin of this server, without a trailing slash */
export function smsCallbackUrl(origin: string, provider: string): string {
  return `${origin}/api${SMS_CALLBACK_PATH}/${provider}`;
}
