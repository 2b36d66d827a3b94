import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { serverPid, temporaryFolder } from '../../src/db/embedded/testing/embedded-kit.ts';
import { runInto } from '../kit/command-line.ts';
import { eventually } from '../kit/eventually.ts';
import { variant } from '../kit/run-size.ts';
import { connectionUrl, startMain } from '../kit/server-process.ts';
import { freePorts } from '../kit/sip/free-ports.ts';
import { cloneDatabase } from '../kit/test-server.ts';

const FULL_DISK = '/dev/full';

/** Waits for the welcome message and returns the URL in it. */
async function addressOf({ words }: { words(): string }): Promise<string> {
  const said = await eventually(
    async () => words(),
    (text) => /Stop with Ctrl/.test(text),
  );
  return /Console +(\S+)/.exec(said)?.[1] ?? '';
}

async function endOf(child: ChildProcess): Promise<unknown[]> {
  return child.exitCode === null && child.signalCode === null
    ? once(child, 'exit')
    : [child.exitCode, child.signalCode];
}

test('shuts down cleanly with its PostgreSQL when standard output is closed', async () => {
  const dataDirectory = await temporaryFolder();
  const { child } = startMain({ PARLEY_DATA: dataDirectory });
  child.stdout?.destroy();
  expect(await endOf(child)).toEqual([0, null]);
  expect(await serverPid(dataDirectory)).toBeNull();
  await rm(dataDirectory, { recursive: true, force: true });
});

variant(
  'a pipe for output and log that closes after the first line shuts the server down gracefully',
  async () => {
    const dataDirectory = await temporaryFolder();
    const { child, words } = startMain({ PARLEY_DATA: dataDirectory });
    child.stderr?.once('data', () => {
      child.stdout?.destroy();
      child.stderr?.destroy();
    });
    expect(await endOf(child)).toEqual([0, null]);
    expect(words()).not.toContain('Parley is ready');
    expect(await serverPid(dataDirectory)).toBeNull();
    await rm(dataDirectory, { recursive: true, force: true });
  },
);

test('a server whose log reader goes away keeps serving', async () => {
  const database = await cloneDatabase();
  const running = startMain({ DATABASE_URL: connectionUrl(database.connection), PARLEY_LOG_LEVEL: 'info' });
  const address = await addressOf(running);
  running.child.stdout?.destroy();
  running.child.stderr?.destroy();
  for (let request = 0; request < 3; request += 1) {
    expect((await fetch(`${address}/api/health`)).status).toBe(200);
  }
  running.child.kill('SIGTERM');
  expect(await endOf(running.child)).toEqual([0, null]);
  await database.drop();
});

variant('a closed terminal (SIGHUP) shuts the server down gracefully', async () => {
  const database = await cloneDatabase();
  const running = startMain({ DATABASE_URL: connectionUrl(database.connection) });
  await addressOf(running);
  running.child.kill('SIGHUP');
  expect(await endOf(running.child)).toEqual([0, null]);
  expect(running.words()).toContain('SIGHUP');
  await database.drop();
});

test.skipIf(!existsSync(FULL_DISK))('a server whose output and log go to a full disk serves', async () => {
  const database = await cloneDatabase();
  const DATABASE_URL = connectionUrl(database.connection);
  const [port = 0] = await freePorts(1);
  const full = openSync(FULL_DISK, 'w');
  const { child } = startMain({ DATABASE_URL, PORT: String(port) }, full);
  closeSync(full);
  const health = (): Promise<number> =>
    fetch(`http://127.0.0.1:${port}/api/health`).then(
      ({ status }) => status,
      () => 0,
    );
  await eventually(health, (status) => status === 200);
  expect(await health()).toBe(200);
  child.kill('SIGTERM');
  expect(await endOf(child)).toEqual([0, null]);
  await database.drop();
});

test.skipIf(!existsSync(FULL_DISK))('a command whose output goes to a full disk fails in words', async () => {
  const database = await cloneDatabase();
  const add = ['users', 'add', '--email', 'unwritten@example.com'];
  const full = openSync(FULL_DISK, 'w');
  const { code, output } = await runInto(full, add, database.connection);
  closeSync(full);
  expect(code).toBe(1);
  expect(output).toMatch(/^The output could not be written: ENOSPC/);
  expect(output).not.toContain('    at ');
  await database.drop();
});
