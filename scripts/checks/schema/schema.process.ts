import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedDatabase } from '../../../server/src/db/embedded/embedded-database.ts';
import { describeSchema } from './describe-schema.ts';

/*
 * Compares server/src/db/schema.sql with the schema after all migrations, or writes it with `--write`. Exit code 1 if
 * they differ, or if an installation from schema.sql has another schema.
 */

/** Tables whose rows are part of the schema. */
const SEEDS = ['languages'];
const folder = path.join(import.meta.dirname, '../../../server/src/db');
const snapshot = path.join(folder, 'schema.sql');

process.exitCode = await onNewServer(async (connect) => {
  const migrated = await connect('migrated');
  const files = readdirSync(path.join(folder, 'migrations')).filter((name) => name.endsWith('.sql'));
  // The application creates this table itself.
  await migrated.query(
    'create table migrations (name text primary key, applied_at timestamptz not null default clock_timestamp())',
  );
  for (const name of files.sort()) {
    await migrated.query(readFileSync(path.join(folder, 'migrations', name), 'utf8'));
  }
  const expected = await describeSchema(migrated, SEEDS);
  if (process.argv.includes('--write')) writeFileSync(snapshot, expected);
  if (readFileSync(snapshot, 'utf8') !== expected) {
    console.log('server/src/db/schema.sql is not the schema after all migrations. To write it, run:');
    console.log('node scripts/checks/schema/schema.process.ts --write');
    return 1;
  }
  const installed = await connect('installed');
  await installed.query(expected);
  if ((await describeSchema(installed, SEEDS)) === expected) return 0;
  console.log(
    'A database made from server/src/db/schema.sql has another schema: an object is missing there.',
  );
  return 1;
});

type Connect = (database: string) => Promise<pg.Client>;

/** @param work gets a function that creates a database and connects to it */
async function onNewServer(work: (connect: Connect) => Promise<number>): Promise<number> {
  const log = { info: () => undefined, warn: () => undefined };
  const dataDirectory = mkdtempSync(path.join(tmpdir(), 'parley-schema-'));
  const embedded = await startEmbeddedDatabase({ dataDirectory, log });
  const clients: pg.Client[] = [];
  const connect = async (connection: pg.ClientConfig): Promise<pg.Client> => {
    const client = new pg.Client(connection);
    clients.push(client);
    await client.connect();
    return client;
  };
  try {
    const first = await connect(embedded.connection);
    return await work(async (database) => {
      await first.query(`create database ${database}`);
      return connect({ ...embedded.connection, database });
    });
  } finally {
    for (const client of clients) await client.end();
    await embedded.stop();
    rmSync(dataDirectory, { recursive: true, force: true });
  }
}
