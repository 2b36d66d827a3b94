import type pg from 'pg';
import type { Dependencies } from '../app.ts';
import type { Config, Secrets } from '../config/config.ts';
import type { Clock } from '../core/clock.ts';
import type { Disposer } from '../core/disposer.ts';
import type { Log } from '../core/log.ts';
import type { SecretBox } from '../core/secret-box.ts';
import type { Shutdown } from '../core/shutdown.ts';
import type { Database } from '../db/client.ts';
import type { OutboundClient } from '../http/outbound/outbound-request.ts';

/** What calls are put together from. */
export interface VoiceDeps {
  config: Config;
  secrets: Secrets;
  connection: pg.PoolConfig;
  database: Database;
  clock: Clock;
  log: Log;
  dependencies: Dependencies;
  disposer: Disposer;
  shutdown: Shutdown;
  outbound: OutboundClient;
  secretBox: SecretBox;
  /** This process in the table of processes. */
  processId: string;
  /** Where others reach this server, without a slash at the end. */
  origin(): string;
}
