import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import pg from 'pg';
import type { Clock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import type { Executor } from '../db/client.ts';

export interface ProcessRegistry {
  readonly processId: string;
  /** Adds a worker pool id under which this process locks jobs; its jobs are unlocked when the process dies. */
  addWorkerPool(poolId: string): Promise<void>;
  /** Publishes the embedding model of this process. @returns a different model that another running process uses, or null */
  setEmbeddingModel(model: string): Promise<string | null>;
  /** Publishes the origin to which browsers connect for calls of this process. */
  setMediaOrigin(origin: string): Promise<void>;
  /** Publishes the origin at which other processes reach this one. */
  setInnerOrigin(origin: string): Promise<void>;
  stop(): Promise<void>;
}

/** First key of the advisory locks of processes; `is_process_alive` uses the same. */
const PROCESS_LOCKS = 726_351;
/** A dead process is detected within one heartbeat plus the two seconds of `is_process_alive`. */
const BEAT_MS = 500;
/** After a database outage, other processes get this many heartbeats to register again before they count as dead. */
const GRACE_BEATS = 6;

/** Timeouts, so that an unreachable server blocks neither a heartbeat nor shutdown. */
const CLIENT: pg.ClientConfig = {
  application_name: 'parley-process',
  query_timeout: 5_000,
  connectionTimeoutMillis: 5_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 5_000,
};

/**
 * Registers this process and holds its advisory lock on a dedicated connection, so the lock is released the
 * moment the process dies. Twice a second each process returns jobs of dead processes to the queue.
 */
export async function startProcessRegistry(deps: {
  connection: pg.ClientConfig;
  role: string;
  /** True if this process dials for campaigns, so that other processes may leave campaigns to it. */
  callsCampaigns: boolean;
  clock: Clock;
  log: Log;
  /** Runs in the transaction that removes dead processes, for example to enqueue jobs that clean up after them. */
  afterDeaths?(orders: Pick<Executor, 'query'>): Promise<void>;
}): Promise<ProcessRegistry> {
  const entry: Entry = {
    id: randomUUID(),
    role: deps.role,
    workerPoolIds: [],
    embeddingModel: null,
    callsCampaigns: deps.callsCampaigns,
    mediaOrigin: null,
    innerOrigin: null,
  };
  const stopping = new AbortController();
  let client = await enter(deps.connection, entry);
  let grace = 0;
  const beat = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        await deps.clock.sleep(BEAT_MS, stopping.signal);
        await beatOnce(client, entry);
        if (grace > 0) grace -= 1;
        else await removeDeadProcesses(client, deps.afterDeaths);
      } catch (error) {
        if (stopping.signal.aborted) return;
        deps.log.warn(
          { error },
          'Lost the database connection that marks this process as alive; reconnecting.',
        );
        await client.end().catch(() => undefined);
        client = await enter(deps.connection, entry).catch(() => client);
        grace = GRACE_BEATS;
      }
    }
  };
  const beating = beat();
  return {
    processId: entry.id,
    addWorkerPool: async (poolId) => {
      entry.workerPoolIds.push(poolId);
      const { id, workerPoolIds } = entry;
      await client.query('update processes set worker_pool_ids = $2 where id = $1', [id, workerPoolIds]);
    },
    setEmbeddingModel: async (model) => {
      entry.embeddingModel = model;
      await client.query('update processes set embedding_model = $2 where id = $1', [entry.id, model]);
      const { rows } = await client.query<{ embedding_model: string }>(
        `select embedding_model from processes
         where id <> $1 and embedding_model <> $2 and is_process_alive(id) limit 1`,
        [entry.id, model],
      );
      return rows[0]?.embedding_model ?? null;
    },
    setMediaOrigin: async (origin) => {
      entry.mediaOrigin = origin;
      // Repeated with every heartbeat, so a connection that breaks now must not fail the start.
      await beatOnce(client, entry).catch(() => undefined);
    },
    setInnerOrigin: async (origin) => {
      entry.innerOrigin = origin;
      await beatOnce(client, entry).catch(() => undefined);
    },
    stop: async () => {
      stopping.abort();
      await beating;
      await client.query('delete from processes where id = $1', [entry.id]).catch(() => undefined);
      await client.end().catch(() => undefined);
    },
  };
}

interface Entry {
  id: string;
  role: string;
  callsCampaigns: boolean;
  workerPoolIds: string[];
  embeddingModel: string | null;
  mediaOrigin: string | null;
  innerOrigin: string | null;
}

async function beatOnce(client: pg.Client, { id, mediaOrigin, innerOrigin }: Entry): Promise<void> {
  const text =
    'update processes set beat_at = clock_timestamp(), media_origin = $2, inner_origin = $3 where id = $1';
  const { rowCount } = await client.query(text, [id, mediaOrigin, innerOrigin]);
  // Other processes declared this one dead because it was silent too long; it registers again.
  if (rowCount === 0) throw new Error('This process is no longer registered.');
}

async function enter(connection: pg.ClientConfig, entry: Entry): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, ...CLIENT });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await lockEntry(client, entry);
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

async function lockEntry(client: pg.Client, entry: Entry): Promise<void> {
  await client.query('begin');
  await client.query('delete from processes where id = $1', [entry.id]);
  const { rows } = await client.query<{ lock_number: number }>(
    `insert into processes (id, role, host, pid, worker_pool_ids, embedding_model, media_origin, inner_origin,
       calls_campaigns)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     returning lock_number`,
    [
      entry.id,
      entry.role,
      hostname(),
      process.pid,
      entry.workerPoolIds,
      entry.embeddingModel,
      entry.mediaOrigin,
      entry.innerOrigin,
      entry.callsCampaigns,
    ],
  );
  await client.query('select pg_advisory_lock($1, $2)', [PROCESS_LOCKS, rows[0]?.lock_number]);
  await client.query('commit');
}

/**
 * Deletes processes that hold no lock and send no heartbeat, and unlocks their jobs. `afterDeaths` runs in the same
 * transaction.
 */
async function removeDeadProcesses(
  client: pg.Client,
  afterDeaths: ((orders: Pick<Executor, 'query'>) => Promise<void>) | undefined,
): Promise<void> {
  const dead = await client.query('select from processes where not is_process_alive(id) limit 1');
  if (dead.rowCount === 0) return;
  await client.query('begin');
  const { rows } = await client.query<{ count: number }>(
    `with dead as (
       delete from processes
       where not is_process_alive(id)
       returning worker_pool_ids),
     unlocked as (
       select graphile_worker.force_unlock_workers(array_agg(pool_id))
       from dead, unnest(worker_pool_ids) as pool_id having count(*) > 0)
     select count(*)::int as count from dead, (select count(*) from unlocked) as done`,
  );
  if ((rows[0]?.count ?? 0) > 0) {
    await afterDeaths?.({
      query: async <Row>(text: string, values: readonly unknown[] = []) =>
        (await client.query<Row & pg.QueryResultRow>(text, [...values])).rows,
    });
  }
  await client.query('commit');
}
