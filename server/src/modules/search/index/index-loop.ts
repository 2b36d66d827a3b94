import type { Clock } from '../../../core/clock.ts';
import type { Log } from '../../../core/log.ts';
import type { Database } from '../../../db/client.ts';
import { type Loop, startLoop } from '../../../work/loop.ts';
import { indexQueued } from './index-sources.ts';

const INTERVAL_MS = 1000;

/** Makes new texts searchable within about a second. */
export function startSearchIndexLoop({
  database,
  clock,
  log,
}: {
  database: Database;
  clock: Clock;
  log: Log;
}): Loop {
  return startLoop({
    clock,
    log,
    name: 'search index',
    intervalMs: INTERVAL_MS,
    work: ({ signal }) => indexQueued({ database, log }, signal),
  });
}
