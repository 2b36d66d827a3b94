import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedDatabase } from '../../server/src/db/embedded/embedded-database.ts';

/** A PostgreSQL for one benchmark. */
export interface BenchDatabase extends AsyncDisposable {
  url: string;
  client: pg.Client;
  /** The postmaster, the parent of all database processes. */
  pid: number;
}

/** The embedded PostgreSQL in a fresh folder. All contenders use the same socket. */
export async function openBenchDatabase(): Promise<BenchDatabase> {
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-bench-'));
  const log = { info: () => {}, warn: (message: string) => console.warn(message) };
  const embedded = await startEmbeddedDatabase({ dataDirectory: folder, log });
  const { host, port, user, database } = embedded.connection;
  const url = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return {
    url,
    client,
    pid: (await findPostmaster(client)).pid,
    [Symbol.asyncDispose]: async () => {
      await client.end();
      await embedded.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Ids of the postmaster, which is the parent of the process that serves this connection, and of the postmaster's
 * parent.
 */
export async function findPostmaster(client: pg.Client): Promise<{ pid: number; parent: number }> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const pid = parentOf(rows[0]?.pid ?? 0);
  return { pid, parent: parentOf(pid) };
}

function parentOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}
