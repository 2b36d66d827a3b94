import { EventEmitter } from 'node:events';
import {
  type DbJob,
  Logger,
  type Runner,
  run,
  runMigrations,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import type { Clock } from '../core/clock.ts';
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

interface RunnerDeps {
  database: Database;
  handlers: readonly JobHandler[];
  schedules: readonly Schedule[];
  concurrentJobs: number;
  log: Log;
  clock: Clock;
  onPool(poolId: string): Promise<void>;
}

/** Pause before a queue that broke is worked on again. */
const RESTART_MS = 1000;

/**
 * Starts working on the given kinds of jobs in this process; a process may have several runners, so that long jobs
 * never take the places of short ones. `onPool` learns the name under which this one locks jobs.
 * The queue's runner ends for good when the database breaks under it; another takes its place until `stop`.
 */
export async function startJobRunner(deps: RunnerDeps): Promise<JobRunner> {
  const draining = new AbortController();
  let current = await openRunner(deps, draining.signal);
  const supervise = async (): Promise<void> => {
    while (!draining.signal.aborted) {
      try {
        await current.runner.promise;
        if (draining.signal.aborted) return;
        deps.log.warn({ part: 'jobs' }, 'The job runner ended; starting another.');
      } catch (error) {
        if (draining.signal.aborted) return;
        deps.log.warn({ part: 'jobs', error }, 'The job runner broke; starting another.');
      }
      await deps.clock.sleep(RESTART_MS, draining.signal).catch(() => undefined);
      if (!draining.signal.aborted) current = await replaceRunner(deps, draining.signal, current);
    }
  };
  const supervised = supervise();
  return {
    stop: async () => {
      draining.abort(new Error('This process is stopping.'));
      // A runner that broke meanwhile has nothing left to stop.
      await current.runner.stop().catch(() => undefined);
      await supervised;
      // One that has just taken its place: it would work on, and hold a connection for ever.
      await current.runner.stop().catch(() => undefined);
    },
  };
}

interface OpenRunner {
  runner: Runner;
  poolIds: string[];
}

/** Another runner, once what the broken one had locked is given back; the broken one again while that fails. */
async function replaceRunner(deps: RunnerDeps, signal: AbortSignal, broken: OpenRunner): Promise<OpenRunner> {
  try {
    await deps.database.query('select graphile_worker.force_unlock_workers($1)', [broken.poolIds]);
    return await openRunner(deps, signal);
  } catch (error) {
    deps.log.warn({ part: 'jobs', error }, 'The job runner cannot start yet.');
    return broken;
  }
}

async function openRunner(deps: RunnerDeps, signal: AbortSignal): Promise<OpenRunner> {
  const events: WorkerEvents = new EventEmitter();
  const poolIds: string[] = [];
  let registered: Promise<void> = Promise.resolve();
  events.on('pool:create', ({ workerPool }) => {
    poolIds.push(workerPool.id);
    registered = deps.onPool(workerPool.id);
    // Awaited below; a rejection before that must not count as unhandled.
    registered.catch(() => undefined);
  });
  const runner = await run({
    pgPool: deps.database.pool,
    taskList: taskList(deps, signal),
    crontab: deps.schedules.map(({ cron, jobName }) => `${cron} ${jobName}`).join('\n'),
    noHandleSignals: true,
    events,
    logger: workerLogger(deps.log, signal),
    preset: {
      worker: {
        concurrentJobs: deps.concurrentJobs,
        pollInterval: 1000,
        // Batched, a failure to say that a job is over ends the runner in order instead of as a stray rejection.
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
      },
    },
  });
  // Watched by the supervisor, and perhaps not yet when it breaks.
  runner.promise.catch(() => undefined);
  await registered;
  return { runner, poolIds };
}

function taskList({ handlers, database }: RunnerDeps, signal: AbortSignal): TaskList {
  return Object.fromEntries(
    handlers.map(({ definition, run: runJob }) => [
      definition.name,
      async (payload: unknown, { job }: { job: Job }) => {
        const isLastAttempt = job.attempts >= job.max_attempts;
        try {
          await runJob(payload, { attempt: job.attempts, isLastAttempt, signal });
        } catch (error) {
          // A stop is no failure: also what it cuts off at its last attempt runs again.
          if (signal.aborted) await returnAttempt(database, job).catch(() => undefined);
          throw error;
        }
      },
    ]),
  );
}

type Job = Pick<DbJob, 'id' | 'attempts' | 'max_attempts'>;

/** The queue offers this only for jobs that nobody works on, and gives a job that has thrown back a moment later. */
async function returnAttempt(database: Database, { id, attempts }: Job): Promise<void> {
  await database.query(
    'update graphile_worker._private_jobs set attempts = attempts - 1 where id = $1 and attempts = $2',
    [id, attempts],
  );
}

/** The queue's own words go to debug; its failures stay visible, but for jobs that a stop has cut off. */
function workerLogger(log: Log, stopping?: AbortSignal): Logger {
  return new Logger(() => (level, message, about) => {
    const isCutOff = stopping?.aborted === true && about?.['failure'] === true;
    if (level === 'error' && !isCutOff) log.error({ part: 'jobs' }, message);
    else if (level === 'warning') log.warn({ part: 'jobs' }, message);
    else log.debug({ part: 'jobs' }, message);
  });
}
