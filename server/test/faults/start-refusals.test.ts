import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../src/db/embedded/testing/embedded-kit.ts';
import { connectionUrl, startMain } from '../kit/server-process.ts';
import { cloneDatabase, type TestDatabase } from '../kit/test-server.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());

/** Output of a server that refuses to start. */
async function refusal(environment: Record<string, string>): Promise<string> {
  const { child, words } = startMain({ PARLEY_LOG_LEVEL: 'error', ...environment });
  const [code] = await once(child, 'close');
  expect(code).toBe(1);
  // The output is one line for people, without a stack trace.
  expect(words()).not.toContain('    at ');
  expect(words().trim().split('\n')).toHaveLength(1);
  return words();
}

test.each([
  [
    'an address of another machine',
    '203.0.113.9',
    'PARLEY_HOST: 203.0.113.9 is not an address of this machine',
  ],
  [
    'a host name that does not resolve',
    'nowhere.invalid',
    'PARLEY_HOST: the host name nowhere.invalid could not be resolved',
  ],
])('refuses to start at %s, with an error that names the variable', async (_, host, words) => {
  const url = connectionUrl(database.connection);
  expect(await refusal({ DATABASE_URL: url, PARLEY_HOST: host })).toContain(words);
});

test('refuses to start on a port in use, with an error that names the variable', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = typeof address === 'object' && address !== null ? String(address.port) : '';
  const url = connectionUrl(database.connection);
  expect(await refusal({ DATABASE_URL: url, PORT: port })).toContain(`Port ${port} is already in use`);
  other.close();
});

test('refuses to start without a reachable database, with an error that says what to do', async () => {
  const url = connectionUrl({ ...database.connection, database: 'no_such_database' });
  expect(await refusal({ DATABASE_URL: url })).toMatch(/"no_such_database" does not exist.*DATABASE_URL/);
  const nobody = connectionUrl({ host: '127.0.0.1', port: 9 });
  expect(await refusal({ DATABASE_URL: nobody })).toMatch(/ECONNREFUSED.*Check DATABASE_URL/);
});

test('refuses to start if PARLEY_DATA is not a folder, with an error that names the variable', async () => {
  const file = join(await temporaryFolder(), 'file');
  await writeFile(file, '');
  expect(await refusal({ PARLEY_DATA: file })).toContain('PARLEY_DATA');
  expect(await refusal({ PARLEY_DATA: join(file, 'below') })).toContain('PARLEY_DATA');
});
