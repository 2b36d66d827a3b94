import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../db/client.ts';

export interface InboxDependencies {
  database: Database;
  clock: Clock;
}
