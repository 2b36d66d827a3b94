import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../../test/kit/test-server.ts';
import { type Database, openDatabase } from '../client.ts';
import { compareCounts } from './copy-installation.ts';
import { readTables, type Table } from './tables.ts';

let databases: [TestDatabase, TestDatabase];
let source: Database;
let target: Database;
let tables: Table[];

beforeAll(async () => {
  databases = [await cloneDatabase(), await cloneDatabase()];
  source = openDatabase(databases[0].connection, () => undefined);
  target = openDatabase(databases[1].connection, () => undefined);
  tables = await readTables(target);
});
afterAll(async () => {
  await source.close();
  await target.close();
  for (const database of databases) await database.drop();
});

test('accepts equal row counts', async () => {
  await expect(compareCounts(source, target, tables)).resolves.toBeUndefined();
});

test('names the table that lacks a row', async () => {
  await source.query(`insert into installation values ('a', 'b')`);
  await expect(compareCounts(source, target, tables)).rejects.toThrow('public.installation (1 and 0 rows)');
});
