import type { z } from 'zod';
import type { Executor } from '../db/client.ts';

/** Name and payload of a job. Anyone may import it to enqueue; only workers load its handler. */
export interface JobDefinition<Payload> {
  /** Never rename: queued rows refer to it. */
  name: string;
  payload: z.ZodType<Payload>;
  /** Including the first attempt. Backoff is exponential, from about 3 s. */
  maxAttempts: number;
}

export interface JobContext {
  /** 1 for the first attempt. */
  attempt: number;
  isLastAttempt: boolean;
  /** Aborted when the process drains: stop soon; another process runs the job again. */
  signal: AbortSignal;
}

/** A job definition with its handler. Handlers run at least once and must be idempotent. */
export interface JobHandler {
  definition: JobDefinition<unknown>;
  run(payload: unknown, context: JobContext): Promise<void>;
}

export function defineJob<Payload>(definition: JobDefinition<Payload>): JobDefinition<Payload> {
  return definition;
}

/** Binds a handler to its definition. The payload is validated when the job runs. */
export function handleJob<Payload>(
  definition: JobDefinition<Payload>,
  run: (payload: Payload, context: JobContext) => Promise<void>,
): JobHandler {
  return { definition, run: (payload, context) => run(definition.payload.parse(payload), context) };
}

export interface EnqueueOptions {
  runAt?: Date;
  /** Replaces a waiting job with the same key. */
  key?: string;
  /** A replaced job keeps its position in the queue, unless it has failed before. */
  keepsPlace?: boolean;
  /** Jobs of one queue run one at a time across all processes. */
  queue?: string;
  /** Lowest first; 0 by default. From -32768 to 32767. */
  priority?: number;
}

/** SQL condition: a job with the key of this SQL expression is running, waiting or about to be retried. */
export function hasLiveJob(keyExpression: string): string {
  return `exists (select from graphile_worker.jobs
    where key = ${keyExpression} and (locked_at is not null or attempts < max_attempts))`;
}

/** Adds a job in the caller's transaction, so it is rolled back with it. */
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

/** Adds many jobs of one kind in one statement. */
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
