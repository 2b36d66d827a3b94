import { readdir, readFile } from 'node:fs/promises';
import { type Database, openDatabase } from '../../src/db/client.ts';
import { endsWithTestOrFile } from './left-running.ts';
import { cloneDatabase } from './test-server.ts';

const folder = new URL('../../src/db/migrations/', import.meta.url);

/** An installation of an older version, which is upgraded step by step. */
export interface OlderInstallation {
  database: Database;
  /** Applies the migrations before this one, by its file name. `migrate` applies the rest. */
  migrateBefore(migration: string): Promise<void>;
}

/** Creates an installation without tables. */
export async function olderInstallation(): Promise<OlderInstallation> {
  const own = await cloneDatabase();
  const database = openDatabase(own.connection, () => undefined);
  endsWithTestOrFile(async () => {
    await database.close();
    await own.drop();
  });
  await database.script('drop schema public cascade; create schema public');
  await database.script(
    'create table migrations (name text primary key, applied_at timestamptz default now())',
  );
  const pending = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return {
    database,
    migrateBefore: async (migration) => {
      if (!pending.includes(migration)) throw new Error(`There is no migration ${migration} to come.`);
      for (const name of pending.splice(0, pending.indexOf(migration))) {
        await database.script(await readFile(new URL(name, folder), 'utf8'));
        await database.query('insert into migrations (name) values ($1)', [name]);
      }
    },
  };
}
