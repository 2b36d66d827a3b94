import { access, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../src/db/embedded/testing/embedded-kit.ts';
import { runCommand, runCommandWith } from '../kit/command-line.ts';
import { cloneDatabase } from '../kit/test-server.ts';

test('parley doctor creates no data folder, and reports that there is no database yet', async () => {
  const parent = await temporaryFolder();
  onTestFinished(() => rm(parent, { recursive: true, force: true }));
  const folder = join(parent, 'data');
  const { output } = await runCommandWith(['doctor'], { PARLEY_DATA: folder, PORT: '1' });
  expect(output).toContain(`✔ Database: none yet, will be created in ${folder} on first start`);
  expect(output).toMatch(/✔ Disk: .* GB free in/);
  await expect(access(folder)).rejects.toThrow('ENOENT');
});

test('parley doctor checks a database without a schema, and creates none', async () => {
  const database = await cloneDatabase();
  onTestFinished(() => database.drop());
  const client = new pg.Client(database.connection);
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('drop schema public cascade; create schema public');
  const { output } = await runCommand(['doctor'], database.connection);
  expect(output).toMatch(/✔ Database: PostgreSQL .* pending migrations, to be applied on the next start/);
  const { rows } = await client.query(`select from pg_tables where schemaname = 'public'`);
  expect(rows).toEqual([]);
});
