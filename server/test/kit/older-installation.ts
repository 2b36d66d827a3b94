import { readdir, readFile } from 'node:fs/promises';
import { type Database, openDatabase } from '../../src/db/client.ts';
import { endsWithTest } from './left-running.ts';
import { cloneDatabase } from './test-server.ts';

const folder = new URL('../../src/db/migrations/', import.meta.url);

/**
 * Creates a database in the state right before a migration.
 * @param migration the migration's file name; `migrate` applies it and all later ones
 */
export async function installationBefore(migration: string): Promise<Database> {
  const own = await cloneDatabase();
  const database = openDatabase(own.connection, () => undefined);
  endsWithTest(async () => {
    await database.close();
    await own.drop();
  });
  await database.script('drop schema public cascade; create schema public');
  await database.script(
    'create table migrations (name text primary key, applied_at timestamptz default now())',
  );
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  if (!files.includes(migration)) throw new Error(`There is no migration ${migration}.`);
  for (const name of files.filter((file) => file < migration)) {
    await database.script(await readFile(new URL(name, folder), 'utf8'));
    await database.query('insert into migrations (name) values ($1)', [name]);
  }
  return database;
}
