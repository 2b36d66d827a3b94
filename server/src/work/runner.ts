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
import { withinTime } from '../core/within-time.ts';
import type { Database } from '../db/client.ts';
import type { JobHandler } from './define-job.ts';

export interface JobRunner {
  /** Lets running jobs finish and unlocks those that have not started. */
  stop(): Promise<void>;
}

export interface Schedule {
  /** Five cron fields, UTC. */
  cron: string;
  jobName: string;
}

/** Creates or upgrades the tables of graphile-worker. */
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

/** Pause before a failed runner is restarted. */
const RESTART_MS = 1000;
/** Time to store the results of the last jobs after the workers have stopped. */
const RESULTS_MS = 5000;

/**
 * Runs the given kinds of jobs in this process. A process may have several runners, so that long jobs do not
 * block short ones. `onPool` receives the worker pool id under which jobs are locked.
 * graphile-worker's runner ends for good when it loses the database; it is replaced until `stop`.
 */
export async function startJobRunner(deps: RunnerDeps): Promise<JobRunner> {
  const draining = new AbortController();
  let current = await openRunner(deps, draining.signal);
  const supervise = async (): Promise<void> => {
    while (!draining.signal.aborted) {
      try {
        await current.ended;
        if (draining.signal.aborted) return;
        deps.log.warn({ part: 'jobs' }, 'The job runner ended; restarting.');
      } catch (error) {
        if (draining.signal.aborted) return;
        deps.log.warn({ part: 'jobs', error }, 'The job runner failed; restarting.');
      }
      await deps.clock.sleep(RESTART_MS, draining.signal).catch(() => undefined);
      if (!draining.signal.aborted) current = await replaceRunner(deps, draining.signal, current);
    }
  };
  const supervised = supervise();
  return {
    stop: async () => {
      draining.abort(new Error('This process is stopping.'));
      await stopRunner(current, deps.clock);
      await supervised;
      // A replacement may have started during the first stop; it would keep working and hold a connection.
      await stopRunner(current, deps.clock);
    },
  };
}

interface OpenRunner {
  runner: Runner;
  poolIds: string[];
  /** Settles when the runner has ended; rejects with the failure that ended it. */
  ended: Promise<void>;
}

/** Waits for running jobs. A runner that has failed has nothing to stop. */
async function stopRunner({ runner, ended }: OpenRunner, clock: Clock): Promise<void> {
  const stopped = runner.stop().catch(() => undefined);
  await Promise.race([stopped, ended.catch(() => undefined)]);
  await withinTime(clock, RESULTS_MS, stopped);
}

/** Starts a new runner after unlocking the jobs of the failed one. Returns the failed one if that is not possible yet. */
async function replaceRunner(deps: RunnerDeps, signal: AbortSignal, broken: OpenRunner): Promise<OpenRunner> {
  try {
    await deps.database.query('select graphile_worker.force_unlock_workers($1)', [broken.poolIds]);
    return await openRunner(deps, signal);
  } catch (error) {
    deps.log.warn({ part: 'jobs', error }, 'The job runner could not be restarted; retrying.');
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
  const stopped = untilWorkersStop(events);
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
        // With batching, a failure to complete a job ends the runner through its promise, not as an unhandled rejection.
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
      },
    },
  });
  // When the results of two jobs cannot be stored, graphile-worker 0.18 stops its workers but never settles this promise.
  const overdue = stopped.then(() => withinTime(deps.clock, RESULTS_MS, runner.promise));
  const ended = Promise.race([runner.promise, overdue]);
  // The supervisor may attach its handler only after the rejection.
  ended.catch(() => undefined);
  const open: OpenRunner = { runner, poolIds, ended };
  try {
    await registered;
  } catch (error) {
    await stopRunner(open, deps.clock);
    throw error;
  }
  return open;
}

/** Resolves when all workers of a runner have stopped. */
function untilWorkersStop(events: WorkerEvents): Promise<void> {
  return new Promise((resolve) => {
    events.once('pool:gracefulShutdown:complete', () => resolve());
    events.once('pool:forcefulShutdown:complete', () => resolve());
    events.once('pool:forcefulShutdown:error', () => resolve());
  });
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
          // Shutdown is not a failure: give the attempt back, so that even a last attempt runs again.
          if (signal.aborted) await returnAttempt(database, job).catch(() => undefined);
          throw error;
        }
      },
    ]),
  );
}

type Job = Pick<DbJob, 'id' | 'attempts' | 'max_attempts'>;

/** graphile-worker only reschedules unlocked jobs, and unlocks a failed job a moment later. */
async function returnAttempt(database: Database, { id, attempts }: Job): Promise<void> {
  await database.query(
    'update graphile_worker._private_jobs set attempts = attempts - 1 where id = $1 and attempts = $2',
    [id, attempts],
  );
}

/** Logs of graphile-worker at debug level; errors stay visible, except for jobs interrupted by shutdown. */
function workerLogger(log: Log, stopping?: AbortSignal): Logger {
  return new Logger(() => (level, message, about) => {
    const isCutOff = stopping?.aborted === true && about?.['failure'] === true;
    if (level === 'error' && !isCutOff) log.error({ part: 'jobs' }, message);
    else if (level === 'warning') log.warn({ part: 'jobs' }, message);
    else log.debug({ part: 'jobs' }, message);
  });
}
