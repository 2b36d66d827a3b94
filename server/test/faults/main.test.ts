import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { afterEach, expect, test } from 'vitest';
import { serverPid, temporaryFolder } from '../../src/db/embedded/testing/embedded-kit.ts';
import { eventually } from '../kit/eventually.ts';
import { connectionUrl, startMain } from '../kit/server-process.ts';
import { freePorts } from '../kit/sip/free-ports.ts';
import { cloneDatabase, startTestServer } from '../kit/test-server.ts';

let child: ChildProcess | null = null;
afterEach(() => child?.kill('SIGKILL'));

function start(environment: Record<string, string>): ReturnType<typeof startMain> {
  const running = startMain(environment);
  child = running.child;
  return running;
}

test('exits with the reason when the start fails after the server was created', async () => {
  const server = await startTestServer();
  const { email } = await server.account();
  const running = start({
    DATABASE_URL: connectionUrl(server.testDatabase.connection),
    PARLEY_OWNER_EMAIL: email,
    PARLEY_OWNER_PASSWORD: 'secret123',
  });
  const [code] = await once(running.child, 'exit');
  expect(code).toBe(1);
  expect(running.words()).toContain('belongs to an account that is not the owner');
  await server.stop();
});

test('the first request to a new installation finds the owner and the demo, and SIGTERM shuts it down gracefully', async () => {
  const database = await cloneDatabase();
  const [port = 0] = await freePorts(1);
  const owner = { email: 'owner@example.com', password: 'correct horse' };
  const running = start({
    DATABASE_URL: connectionUrl(database.connection),
    PORT: String(port),
    PARLEY_OWNER_EMAIL: owner.email,
    PARLEY_OWNER_PASSWORD: owner.password,
  });
  const api = `http://127.0.0.1:${port}/api`;
  await eventually(
    () => fetch(`${api}/health`).catch(() => null),
    (answer) => answer?.status === 200,
  );
  const login = await fetch(`${api}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(owner),
  });
  expect(login.status).toBe(200);
  const { token } = JSON.parse(await login.text());
  const authorization = `Bearer ${token}`;
  const assistants = await fetch(`${api}/user/assistants`, { headers: { authorization } });
  expect(await assistants.json()).toHaveLength(2);
  const [code, signal] = await (async () => {
    const ended = once(running.child, 'exit');
    await eventually(
      async () => running.words(),
      (words) => words.includes('Parley is ready'),
    );
    running.child.kill('SIGTERM');
    return ended;
  })();
  expect([code, signal]).toEqual([0, null]);
  await database.drop();
});

test('SIGTERM while the embedded database starts leaves no PostgreSQL behind', async () => {
  const dataDirectory = await temporaryFolder();
  const running = start({ PARLEY_DATA: dataDirectory });
  const ended = once(running.child, 'exit');
  await eventually(
    () => serverPid(dataDirectory),
    (pid) => pid !== null,
  );
  running.child.kill('SIGTERM');
  await ended;
  expect(running.words()).not.toContain('Parley is ready');
  expect(await serverPid(dataDirectory)).toBeNull();
  await rm(dataDirectory, { recursive: true, force: true });
});
