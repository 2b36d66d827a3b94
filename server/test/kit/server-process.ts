import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { endsWithFile } from './left-running.ts';
import { NODE_FLAGS } from './node-flags.ts';
import { TEST_SECRET_KEY } from './secret-key.ts';

/** A real server process on the given database. */
export interface ServerProcess {
  /** The API's root: `http://…/api`. */
  api: string;
  /** Sends SIGKILL, like a power failure. */
  kill(): Promise<void>;
  /** Sends SIGTERM and waits until running work has finished. */
  stop(): Promise<void>;
}

const entry = fileURLToPath(new URL('./server.process.ts', import.meta.url));

export async function startServerProcess(
  connection: pg.ClientConfig,
  environment: Record<string, string> = {},
): Promise<ServerProcess> {
  return startChild(entry, connection, environment);
}

/** @param file a program that starts a server and first sends its address */
export async function startChild(
  file: string,
  connection: pg.ClientConfig,
  environment: Record<string, string> = {},
): Promise<ServerProcess & { child: ChildProcess }> {
  const child = fork(file, {
    execArgv: [...NODE_FLAGS],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: connectionUrl(connection),
      PORT: '0',
      PARLEY_HOST: '127.0.0.1',
      PARLEY_ALLOW_PRIVATE_CIDRS: '127.0.0.0/8',
      PARLEY_SECRET_KEY: TEST_SECRET_KEY,
      PARLEY_SIP_PORT: 'off',
      ...environment,
    },
  });
  endsWithFile(() => end(child, 'SIGKILL'));
  const [message] = await Promise.race([once(child, 'message'), failure(child)]);
  return {
    child,
    api: `${message.address}/api`,
    kill: () => end(child, 'SIGKILL'),
    stop: () => end(child, 'SIGTERM'),
  };
}

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/**
 * Runs the program like `npm start`; `words` returns its output so far.
 * @param output a file descriptor for both stdout and stderr
 */
export function startMain(
  environment: Record<string, string>,
  output: number | 'pipe' = 'pipe',
): { child: ChildProcess; words(): string } {
  const child = spawn(process.execPath, [...NODE_FLAGS, main], {
    stdio: ['ignore', output, output],
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      PARLEY_HOST: '127.0.0.1',
      PARLEY_SECRET_KEY: TEST_SECRET_KEY,
      PARLEY_SIP_PORT: 'off',
      ...environment,
    },
  });
  endsWithFile(() => end(child, 'SIGKILL'));
  let words = '';
  const listen = (piece: unknown): void => {
    words += String(piece);
  };
  child.stdout?.on('data', listen);
  child.stderr?.on('data', listen);
  return { child, words: () => words };
}

async function failure(child: ChildProcess): Promise<never> {
  const [code, signal] = await once(child, 'exit');
  throw new Error(`The server process ended before it listened: ${signal ?? code}.`);
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

export function connectionUrl(connection: pg.ClientConfig): string {
  const { host = '127.0.0.1', port = 5432, user = 'postgres', password, database = 'postgres' } = connection;
  const secret = typeof password === 'string' ? `:${encodeURIComponent(password)}` : '';
  const login = `${encodeURIComponent(user)}${secret}`;
  // A host that is a folder contains a socket, which a URL can only name in a parameter.
  return host.startsWith('/')
    ? `postgres://${login}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
    : `postgres://${login}@${host}:${port}/${database}`;
}
