import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { Database } from '../../db/client.ts';
import type { Mailer } from '../../mail/mailer.ts';

export interface AlertDependencies {
  database: Database;
  clock: Pick<Clock, 'now'>;
  log: Log;
  /** Null if the installation sends no email. */
  mailer: Mailer | null;
  /** Public origin of the console, without a trailing slash. */
  origin(): string;
}
