import pg from 'pg';
import { readSequences } from '../../../src/db/copy/sequences.ts';
import { runCommand } from '../command-line.ts';
import { endsWithTest } from '../left-running.ts';
import { connectionUrl } from '../server-process.ts';

/** Runs a statement on its own connection. */
export async function onDatabase<Row extends pg.QueryResultRow>(
  connection: pg.ClientConfig,
  statement: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ ...connection, options: '-c timezone=UTC' });
  await client.connect();
  const { rows } = await client.query<Row>(statement, [...values]).finally(() => client.end());
  return rows;
}

/** A connection that stays open until the test ends or its database is dropped. */
export async function holdConnection(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  endsWithTest(() => client.end());
  return client;
}

/** Registers a running process until the test ends: pid 4711 on host `elsewhere`. */
export async function enterProcess(connection: pg.ClientConfig): Promise<void> {
  const client = await holdConnection(connection);
  await client.query(
    `with entered as (
       insert into processes (id, role, host, pid) values (gen_random_uuid(), 'all', 'elsewhere', 4711)
       returning lock_number)
     select pg_advisory_lock(726351, lock_number) from entered`,
  );
}

export function copyCommand(source: pg.ClientConfig, target: pg.ClientConfig): ReturnType<typeof runCommand> {
  return runCommand(['copy', '--to', connectionUrl(target)], source);
}

/** Inserts an account without a login, whose balance matches its ledger. */
export async function insertAccount(connection: pg.ClientConfig): Promise<number> {
  const [row] = await onDatabase<{ id: string }>(
    connection,
    `insert into users (name, email) values ('Ana', gen_random_uuid() || '@example.com') returning id`,
  );
  return Number(row?.id);
}

export async function accountCount(connection: pg.ClientConfig): Promise<number> {
  const [row] = await onDatabase<{ count: number }>(connection, 'select count(*)::int as count from users');
  return row?.count ?? 0;
}

/** Constraints, triggers with their state, and indexes of all tables, and the positions of sequences. */
export async function guardsOf(connection: pg.ClientConfig): Promise<object[]> {
  const query = <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
    onDatabase<Row & pg.QueryResultRow>(connection, text, values);
  const guards = await query<object>(
    `select 'constraint' as kind, conrelid::regclass::text as owner, conname::text as name, pg_get_constraintdef(oid) as is
     from pg_constraint where connamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace) and contype <> 'n'
     union all
     select 'trigger', tgrelid::regclass::text, tgname, tgenabled::text || pg_get_triggerdef(oid) from pg_trigger
     where not tgisinternal
     union all
     select 'index', tablename, indexname, indexdef from pg_indexes where schemaname in ('public', 'graphile_worker')
     order by 1, 2, 3, 4`,
  );
  return [...guards, ...(await readSequences({ query }))];
}

/** A fingerprint of each persistent table's rows, independent of their order. */
export async function rowsOf(connection: pg.ClientConfig): Promise<Record<string, unknown>[]> {
  const tables = await onDatabase<{ name: string }>(
    connection,
    `select oid::regclass::text as name from pg_class
     where relkind = 'r' and relpersistence = 'p' and relname <> 'migrations'
       and relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace) order by 1`,
  );
  const fingerprints = tables.map(
    ({ name }) =>
      `select '${name}' as name, count(*)::int as count, md5(string_agg(row::text, '' order by row::text collate "C")) as rows
       from ${name} as row`,
  );
  const rows = await onDatabase<{ name: string }>(connection, fingerprints.join(' union all '));
  return rows.sort((one, other) => (one.name < other.name ? -1 : 1));
}
