import { EventEmitter } from 'node:events';
import { Logger, run, runMigrations, type TaskList, type WorkerEvents } from 'graphile-worker';
import type { Log } from '../core/log.ts';
import type { Database } from '../db/client.ts';
import type { JobHandler } from './define-job.ts';

export interface JobRunner {
  /** Lets running jobs finish, gives back what is locked but not begun. */
  stop(): Promise<void>;
}

export interface Schedule {
  /** Five cron fields, UTC. */
  cron: string;
  jobName: string;
}

/** Creates or upgrades the queue's own tables. */
export async function migrateJobs(database: Database, log: Log): Promise<void> {
  await runMigrations({ pgPool: database.pool, logger: workerLogger(log) });
}

/**
 * Starts working on the given kinds of jobs in this process; a process may have several runners, so that long jobs
 * never take the places of short ones. `onPool` learns the name under which this one locks jobs.
 */
export async function startJobRunner(parts: {
  database: Database;
  handlers: readonly JobHandler[];
  schedules: readonly Schedule[];
  concurrentJobs: number;
  log: Log;
  onPool(poolId: string): Promise<void>;
}): Promise<JobRunner> {
  const draining = new AbortController();
  const events: WorkerEvents = new EventEmitter();
  let registered: Promise<void> = Promise.resolve();
  events.on('pool:create', ({ workerPool }) => {
    registered = parts.onPool(workerPool.id);
    // Awaited below; a rejection before that must not count as unhandled.
    registered.catch(() => undefined);
  });
  const runner = await run({
    pgPool: parts.database.pool,
    taskList: taskList(parts.handlers, draining.signal),
    crontab: parts.schedules.map(({ cron, jobName }) => `${cron} ${jobName}`).join('\n'),
    noHandleSignals: true,
    events,
    logger: workerLogger(parts.log),
    preset: { worker: { concurrentJobs: parts.concurrentJobs, pollInterval: 1000 } },
  });
  await registered;
  return {
    stop: async () => {
      draining.abort(new Error('This process is stopping.'));
      await runner.stop();
    },
  };
}

function taskList(handlers: readonly JobHandler[], signal: AbortSignal): TaskList {
  return Object.fromEntries(
    handlers.map(({ definition, run: runJob }) => [
      definition.name,
      async (payload: unknown, { job }: { job: { attempts: number; max_attempts: number } }) => {
        const isLastAttempt = job.attempts >= job.max_attempts;
        await runJob(payload, { attempt: job.attempts, isLastAttempt, signal });
      },
    ]),
  );
}

/** The queue's own words go to debug; its failures stay visible. */
function workerLogger(log: Log): Logger {
  return new Logger(() => (level, message) => {
    if (level === 'error') log.error({ part: 'jobs' }, message);
    else if (level === 'warning') log.warn({ part: 'jobs' }, message);
    else log.debug({ part: 'jobs' }, message);
  });
}
