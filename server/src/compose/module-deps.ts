import type pg from 'pg';
import type { TurnLimits } from '../agent/turn.ts';
import type { Config, Secrets } from '../config/config.ts';
import type { Clock } from '../core/clock.ts';
import type { Disposer } from '../core/disposer.ts';
import type { Log } from '../core/log.ts';
import type { SecretBox } from '../core/secret-box.ts';
import type { Shutdown, ShutdownLimits } from '../core/shutdown.ts';
import type { Database } from '../db/client.ts';
import type { EventListener, RecordEvent } from '../events/event.ts';
import type { Resolve } from '../http/outbound/guarded-connect.ts';
import type { OutboundClient } from '../http/outbound/outbound-request.ts';
import type { LockTimeouts } from '../modules/campaigns/configuration/dependencies.ts';
import type { DeliveryNotifier } from '../modules/webhooks/dispatch/delivery-notifier.ts';
import type { Embedder } from '../providers/interfaces/embedder.ts';
import type { LanguageModel } from '../providers/interfaces/language-model.ts';
import type { MessagingVendor } from '../providers/interfaces/messaging-carrier.ts';
import type { WebFolders } from '../web-files/serve-web-files.ts';
import type { VoiceOverrides } from './voice.ts';

/** What tests put in the place of the real world. */
export interface Overrides {
  /** A database of the test's own. */
  connection?: pg.PoolConfig;
  clock?: Clock;
  /** Resolves host names for the guarded clients. */
  resolve?: Resolve;
  /** Added to the models that the configuration offers, under their own codes. */
  languageModels?: readonly LanguageModel[];
  turnLimits?: Partial<TurnLimits>;
  leadLockTimeouts?: Partial<LockTimeouts>;
  embedder?: Embedder;
  /** Added to the carriers of messages, under their own names. */
  messagingVendors?: readonly MessagingVendor[];
  shutdownLimits?: ShutdownLimits;
  voice?: VoiceOverrides;
  /** Where the console and the widget are built; absent: in the project's folder. */
  webFolders?: WebFolders;
  /** Hear of events beside our own listeners. */
  eventListeners?: readonly EventListener[];
}

export interface ModuleDeps {
  config: Config;
  connection: pg.PoolConfig;
  secrets: Secrets;
  log: Log;
  clock: Clock;
  /** The same without a test's override: for queues that use the database's time. */
  sharedClock: Clock;
  database: Database;
  disposer: Disposer;
  shutdown: Shutdown;
  overrides: Overrides;
  /** This process in the table of processes. */
  processId: string;
  secretBox: SecretBox;
  outbound: OutboundClient;
  /** Inside a transaction: tells of what happened in it. */
  recordEvent: RecordEvent;
  /** Wakes those who send webhooks. */
  notifier: DeliveryNotifier;
  /** Where others reach this server, without a slash at the end. */
  origin(): string;
}
