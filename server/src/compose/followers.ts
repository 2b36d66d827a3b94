import { systemClock } from '../core/clock.ts';
import type { Disposer } from '../core/disposer.ts';
import type { Log } from '../core/log.ts';
import type { Shutdown } from '../core/shutdown.ts';
import type { Executor } from '../db/client.ts';
import { FollowerService } from '../modules/conversations/widget/follower-service.ts';
import { readFollowed } from '../modules/conversations/widget/store.ts';
import { startLoop } from '../work/loop.ts';

const LOOK_MS = 1000;

/**
 * Visitors who follow conversations in this process. Shutdown disconnects them first, and they reconnect to another
 * process.
 */
export function composeFollowers(deps: {
  database: Executor;
  log: Log;
  disposer: Disposer;
  shutdown: Shutdown;
}): FollowerService {
  const { database, log, disposer, shutdown } = deps;
  const service = new FollowerService({ read: (uuids) => readFollowed(database, uuids), clock: systemClock });
  shutdown.begun.addEventListener('abort', () => service.close());
  const loop = startLoop({
    name: 'visitor event streams',
    intervalMs: LOOK_MS,
    clock: systemClock,
    log,
    work: () => service.look(),
  });
  disposer.own('visitor event streams', loop, (owned) => owned.stop());
  return service;
}
