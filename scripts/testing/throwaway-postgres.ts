import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { requirePackages } from './needs.ts';

const binaries = '/usr/lib/postgresql/15/bin';
const readyWithinMs = 30_000;

export const hasServerPostgres = (): boolean => existsSync(join(binaries, 'initdb'));

export interface ThrowawayPostgres extends AsyncDisposable {
  /** Connects as the superuser. */
  url: string;
}

/**
 * A temporary PostgreSQL 15 on a loopback port, without fsync. Disposing removes it.
 */
export async function startThrowawayPostgres(): Promise<ThrowawayPostgres> {
  requirePackages('postgresql-15');
  const folder = mkdtempSync(join(tmpdir(), 'parley-postgres-'));
  const account = unprivilegedAccount();
  const password = randomBytes(16).toString('hex');
  const cluster = join(folder, 'cluster');
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password);
  chmodSync(folder, 0o700);
  if (account !== null) for (const path of [folder, passwordFile]) chownSync(path, account.uid, account.gid);
  const options = { ...account, cwd: '/' };
  const locale = ['-E', 'UTF8', '--locale=C.UTF-8'];
  const init = [
    '-D',
    cluster,
    '-U',
    'parley',
    '-A',
    'scram-sha-256',
    `--pwfile=${passwordFile}`,
    ...locale,
    '--no-sync',
  ];
  execFileSync(join(binaries, 'initdb'), init, { ...options, stdio: ['ignore', 'ignore', 'inherit'] });

  const port = await freePort();
  const settings = { port, listen_addresses: '127.0.0.1', unix_socket_directories: '', max_connections: 800 };
  const unsafe = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
  // Test databases live for seconds, so vacuum and JIT compilation do not pay off.
  const unneeded = { autovacuum: 'off', jit: 'off' };
  const flags = Object.entries({ ...settings, ...unsafe, ...unneeded }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const server = spawn(join(binaries, 'postgres'), ['-D', cluster, ...flags], {
    ...options,
    detached: true,
    stdio: 'ignore',
  });
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  await untilReady(cluster, server);
  return {
    url: `postgresql://parley:${password}@127.0.0.1:${port}/postgres`,
    async [Symbol.asyncDispose]() {
      server.kill('SIGQUIT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL refuses to run as root. The Debian package creates an OS user for it. */
function unprivilegedAccount(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const id = (what: string): number => Number(execFileSync('id', [what, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('A loopback port has no number.');
  return address.port;
}

async function untilReady(cluster: string, server: ChildProcess): Promise<void> {
  const deadline = Date.now() + readyWithinMs;
  while (Date.now() < deadline && server.exitCode === null) {
    const pidFile = join(cluster, 'postmaster.pid');
    if (existsSync(pidFile) && readFileSync(pidFile, 'utf8').split('\n')[7]?.startsWith('ready')) return;
    await wait(20);
  }
  throw new Error(`PostgreSQL 15 did not start in ${cluster}.`);
}
