import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { serverPid, temporaryFolder } from '../../src/db/embedded/testing/embedded-kit.ts';
import { eventually } from '../kit/eventually.ts';
import { connectionUrl } from '../kit/server-process.ts';
import { cloneDatabase, startTestServer } from '../kit/test-server.ts';

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
let child: ChildProcess | null = null;
afterEach(() => child?.kill('SIGKILL'));

function startMain(environment: Record<string, string>): { child: ChildProcess; words: () => string } {
  child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], PORT: '0', PARLEY_HOST: '127.0.0.1', ...environment },
  });
  let words = '';
  const listen = (piece: unknown): void => {
    words += String(piece);
  };
  child.stdout?.on('data', listen);
  child.stderr?.on('data', listen);
  return { child, words: () => words };
}

test('a start that fails after the server stood ends the process and says why', async () => {
  const server = await startTestServer();
  const { email } = await server.account();
  const running = startMain({
    DATABASE_URL: connectionUrl(server.testDatabase.connection),
    PARLEY_OWNER_EMAIL: email,
    PARLEY_OWNER_PASSWORD: 'secret123',
  });
  const [code] = await once(running.child, 'exit');
  expect(code).toBe(1);
  expect(running.words()).toContain('belongs to an account that is not the owner');
  await server.stop();
});

test('SIGTERM stops the process in order', async () => {
  const database = await cloneDatabase();
  const running = startMain({ DATABASE_URL: connectionUrl(database.connection) });
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
  const running = startMain({ PARLEY_DATA: dataDirectory });
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
