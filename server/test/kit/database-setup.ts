import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { refuseOldNode } from '../../../scripts/testing/needs.ts';
import { openDatabase } from '../../src/db/client.ts';
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../../src/db/embedded/embedded-database.ts';
import { migrate } from '../../src/db/migrate.ts';
import { migrateJobs } from '../../src/work/runner.ts';
import { silentLog } from './silent-log.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The PostgreSQL server of this run: embedded, or the server that DATABASE_URL names. */
    postgres: pg.ClientConfig;
    /** A migrated database that each test file clones. */
    templateDatabase: string;
  }
}

/** Starts one PostgreSQL for the whole run, and creates one migrated database to clone. */
// allow default-export: the test runner accepts a set-up with teardown only as the default export
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  refuseOldNode();
  const server = await openServer();
  const templateDatabase = `parley_template_${process.pid}`;
  await onServer(server.postgres, `create database ${templateDatabase}`);
  const database = openDatabase({ ...server.postgres, database: templateDatabase }, () => undefined);
  await migrate(database);
  await migrateJobs(database, silentLog);
  await database.close();
  project.provide('postgres', server.postgres);
  project.provide('templateDatabase', templateDatabase);
  return async () => {
    // This includes databases of shared servers whose worker was killed.
    const names = `select datname as name from pg_database where starts_with(datname, '${templateDatabase}')`;
    for (const { name } of await onServer(server.postgres, names)) {
      await onServer(server.postgres, `drop database if exists ${name} with (force)`);
    }
    await server.stop();
  };
}

async function openServer(): Promise<{ postgres: pg.ClientConfig; stop(): Promise<void> }> {
  const url = process.env['DATABASE_URL'];
  if (url !== undefined && url !== '') {
    const { hostname, port, username, password, pathname, searchParams } = new URL(url);
    const postgres = {
      host: searchParams.get('host') ?? hostname,
      port: Number(port === '' ? 5432 : port),
      user: decodeURIComponent(username),
      ...(password === '' ? {} : { password: decodeURIComponent(password) }),
      database: pathname.slice(1),
    };
    return { postgres, stop: async () => undefined };
  }
  const dataDirectory = await mkdtemp(join(tmpdir(), 'parley-test-'));
  const start = (): Promise<EmbeddedDatabase> =>
    startEmbeddedDatabase({ dataDirectory, log: { info: () => undefined, warn: () => undefined } });
  const first = await start();
  const settings = {
    // No data outlives this run, so nothing waits for the disk.
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    // The servers of many files run in parallel, each with its own connections.
    max_connections: '800',
    // Test databases live for seconds, so there is nothing to vacuum.
    autovacuum: 'off',
  };
  for (const [name, value] of Object.entries(settings)) {
    await onServer(first.connection, `alter system set ${name} = ${value}`);
  }
  await first.stop();
  const embedded = await start();
  const postmaster = Number.parseInt(await readFile(join(embedded.location, 'postmaster.pid'), 'utf8'), 10);
  // Vitest skips the teardown when a signal ends it, which would leave PostgreSQL running.
  const abandon = (): boolean => process.kill(postmaster, 'SIGQUIT');
  process.once('exit', abandon);
  return {
    postgres: { ...embedded.connection },
    stop: async () => {
      process.off('exit', abandon);
      await embedded.stop();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}

async function onServer(postgres: pg.ClientConfig, statement: string): Promise<{ name: string }[]> {
  const client = new pg.Client(postgres);
  await client.connect();
  const { rows } = await client.query<{ name: string }>(statement);
  await client.end();
  return rows;
}
