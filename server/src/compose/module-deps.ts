import type pg from 'pg';
import type { TurnLimits } from '../agent/turn.ts';
import type { Config, Secrets } from '../config/config.ts';
import type { Clock } from '../core/clock.ts';
import type { Disposer } from '../core/disposer.ts';
import type { Log } from '../core/log.ts';
import type { SecretBox } from '../core/secret-box.ts';
import type { Shutdown, ShutdownLimits } from '../core/shutdown.ts';
import type { Database } from '../db/client.ts';
import type { EventListener } from '../events/event.ts';
import type { Resolve } from '../http/outbound/guarded-connect.ts';
import type { OutboundClient } from '../http/outbound/outbound-request.ts';
import type { LockTimeouts } from '../modules/campaigns/configuration/dependencies.ts';
import type { Embedder } from '../providers/interfaces/embedder.ts';
import type { LanguageModel } from '../providers/interfaces/language-model.ts';
import type { MessagingVendor } from '../providers/interfaces/messaging-carrier.ts';
import type { WebFolders } from '../web-files/serve-web-files.ts';
import type { Notifier } from '../work/notifier.ts';
import type { VoiceOverrides } from './voice.ts';

/** Replacements that tests pass in. */
export interface Overrides {
  /** The test's database. */
  connection?: pg.PoolConfig;
  clock?: Clock;
  /** Resolves host names for outbound clients. */
  resolve?: Resolve;
  /** Added to the configured models. */
  languageModels?: readonly LanguageModel[];
  turnLimits?: Partial<TurnLimits>;
  leadLockTimeouts?: Partial<LockTimeouts>;
  embedder?: Embedder;
  /** Added to the messaging carriers. */
  messagingVendors?: readonly MessagingVendor[];
  shutdownLimits?: ShutdownLimits;
  voice?: VoiceOverrides;
  /** Folders of the built console and widget; the project's if absent. */
  webFolders?: WebFolders;
  /** Additional event listeners. */
  eventListeners?: readonly EventListener[];
}

export interface ModuleDeps {
  config: Config;
  connection: pg.PoolConfig;
  secrets: Secrets;
  log: Log;
  clock: Clock;
  /** Not overridden by tests, for queues that use the database's time. */
  sharedClock: Clock;
  database: Database;
  disposer: Disposer;
  shutdown: Shutdown;
  overrides: Overrides;
  /** Id of this process in the `processes` table. */
  processId: string;
  secretBox: SecretBox;
  outbound: OutboundClient;
  /** Records an event in the caller's transaction. */
  recordEvent: EventListener;
  notifier: Notifier;
  /** Public origin of this server, without a trailing slash. */
  origin(): string;
}
