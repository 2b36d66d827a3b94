import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand, runUnread } from '../kit/command-line.ts';
import { startTestServer, type TestServer } from '../kit/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test.each([
  ['unreachable', { host: '127.0.0.1', port: 9 }, /ECONNREFUSED.*Check DATABASE_URL/],
  ['missing', { database: 'no_such_database' }, /does not exist.*DATABASE_URL/],
])('a command whose database is %s names the setting to check', async (_, wrong, words) => {
  const connection = { ...server.testDatabase.connection, ...wrong };
  const { code, output } = await runCommand(['users', 'password', '--email', 'a@example.com'], connection);
  expect([code, output]).toEqual([1, expect.stringMatching(words)]);
  expect(output).not.toContain('    at ');
});

test('a command whose reader closes the pipe finishes without an error', async () => {
  const add = ['users', 'add', '--email', 'unread@example.com'];
  expect(await runUnread(add, server.testDatabase.connection)).toEqual({ code: 0, output: '' });
  const rows = await server.database.query("select from users where email = 'unread@example.com'");
  expect(rows).toHaveLength(1);
});
