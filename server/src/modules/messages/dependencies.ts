import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { Prices } from '../../core/prices.ts';
import type { SecretBox } from '../../core/secret-box.ts';
import type { Database } from '../../db/client.ts';
import type { MessagingCarrier, MessagingVendor } from '../../providers/interfaces/messaging-carrier.ts';
import type { BlacklistEvents } from '../blacklist/actions.ts';
import type { ConversationDependencies } from '../conversations/actions.ts';
import type { AnswerQueue } from './answers/answer-queue.ts';
import type { CarrierOf } from './senders/carrier-connections.ts';

export interface MessageDependencies {
  database: Database;
  clock: Clock;
  log: Log;
  prices: Prices;
  secretBox: SecretBox;
  /** Customers who opt out of messages are not called either. */
  blacklist: BlacklistEvents;
  /** Kinds of carriers, by name. */
  vendors: ReadonlyMap<string, MessagingVendor>;
  carrierOf: CarrierOf;
  /** Callback URL for the carrier of the sender with this webhook key. */
  callbackUrl(webhookKey: string): string;
  /** The installation's accounts at SMS carriers, by provider of the sender number. */
  smsCarriers: ReadonlyMap<string, MessagingCarrier>;
  /** Callback URL for an SMS carrier. */
  smsCallbackUrl(provider: string): string;
  conversations: ConversationDependencies;
  /** Customers whom this process answers. */
  answering: AnswerQueue;
  /** Id of this process, which owns messages during submission. */
  processId: string;
  /** Aborted at the shutdown deadline. */
  lifetime: AbortSignal;
}
