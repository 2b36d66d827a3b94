import type { z } from 'zod';
import type { Executor } from '../db/client.ts';

/** What a job is called and what it carries. Importable anywhere; its handler is loaded by the worker only. */
export interface JobDefinition<Payload> {
  /** Stable: rows in the queue refer to it. */
  name: string;
  payload: z.ZodType<Payload>;
  /** Tries in all; between two the wait grows exponentially from about 3 s. */
  maxAttempts: number;
}

export interface JobContext {
  /** 1 for the first try. */
  attempt: number;
  isLastAttempt: boolean;
  /** Aborted when the process drains: stop soon, the job runs again elsewhere. */
  signal: AbortSignal;
}

/** A definition with what is to be done. Handlers run at least once, so they must bear repetition. */
export interface JobHandler {
  definition: JobDefinition<unknown>;
  run(payload: unknown, context: JobContext): Promise<void>;
}

export function defineJob<Payload>(definition: JobDefinition<Payload>): JobDefinition<Payload> {
  return definition;
}

/** Joins a definition and its handler; the payload is checked when the job runs. */
export function handleJob<Payload>(
  definition: JobDefinition<Payload>,
  run: (payload: Payload, context: JobContext) => Promise<void>,
): JobHandler {
  return { definition, run: (payload, context) => run(definition.payload.parse(payload), context) };
}

export interface EnqueueOptions {
  runAt?: Date;
  /** A waiting job of the same key is replaced instead of a second one being added. */
  key?: string;
  /** A waiting job that is replaced keeps its place in line, unless it has failed before. */
  keepsPlace?: boolean;
  /** Jobs of one queue run one at a time, in all processes together. */
  queue?: string;
  /** Lowest first; 0 by default. From -32768 to 32767. */
  priority?: number;
}

/** SQL that tells whether a job of the key that an SQL expression gives runs, waits, or is yet to be tried again. */
export function hasLiveJob(keyExpression: string): string {
  return `exists (select from graphile_worker.jobs
    where key = ${keyExpression} and (locked_at is not null or attempts < max_attempts))`;
}

/** Adds a job inside the caller's transaction: it exists exactly when what it works on does. */
export async function enqueue<Payload>(
  transaction: Pick<Executor, 'query'>,
  definition: JobDefinition<Payload>,
  job: { payload: Payload } & EnqueueOptions,
): Promise<void> {
  await transaction.query(
    'select graphile_worker.add_job($1, $2::json, $3, $4::timestamptz, $5, $6, $7, null, $8)',
    [
      definition.name,
      JSON.stringify(definition.payload.parse(job.payload)),
      job.queue ?? null,
      job.runAt ?? null,
      definition.maxAttempts,
      job.key ?? null,
      job.priority ?? null,
      job.keepsPlace === true ? 'preserve_run_at' : 'replace',
    ],
  );
}

/** Adds many jobs of one kind with one statement. */
export async function enqueueAll<Payload>(
  transaction: Executor,
  definition: JobDefinition<Payload>,
  jobs: readonly { payload: Payload; key: string; priority?: number; runAt?: Date }[],
): Promise<void> {
  if (jobs.length === 0) return;
  await transaction.query(
    `select from graphile_worker.add_jobs(array(
       select row($1, payload, null, "runAt", $2, key, priority, null)::graphile_worker.job_spec
       from json_to_recordset($3) as job (payload json, key text, priority smallint, "runAt" timestamptz)))`,
    [
      definition.name,
      definition.maxAttempts,
      JSON.stringify(jobs.map((job) => ({ ...job, payload: definition.payload.parse(job.payload) }))),
    ],
  );
}
