import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { NODE_FLAGS } from './node-flags.ts';
import { TEST_SECRET_KEY } from './secret-key.ts';
import { connectionUrl } from './server-process.ts';

const program = fileURLToPath(new URL('../../bin/parley.ts', import.meta.url));

/** Output of a command, stdout and stderr together, and its exit code. */
interface CommandEnd {
  code: number | null;
  output: string;
}

/** Runs `parley` with this database, as in a terminal. */
export function runCommand(words: readonly string[], connection: pg.ClientConfig): Promise<CommandEnd> {
  return runCommandWith(words, { DATABASE_URL: connectionUrl(connection) });
}

/** Runs `parley` with these variables in addition to the required ones. @param input its standard input */
export function runCommandWith(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
  input = '',
): Promise<CommandEnd> {
  return startCommand(words, environment, input).ended;
}

/**
 * Starts `parley` like `runCommandWith`, for interaction while it runs.
 * @param input null to leave standard input open
 */
export function startCommand(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
  input: string | null = '',
): { child: ChildProcess; ended: Promise<CommandEnd> } {
  const env = { PATH: process.env['PATH'], PARLEY_SECRET_KEY: TEST_SECRET_KEY, ...environment };
  const ended = Promise.withResolvers<CommandEnd>();
  const all = [...NODE_FLAGS, program, ...words];
  const child = execFile(process.execPath, all, { env }, (_error, said, complaint) =>
    ended.resolve({ code: child.exitCode, output: said + complaint }),
  );
  if (input !== null) child.stdin?.end(input);
  return { child, ended: ended.promise };
}

/** Runs `parley` with standard output on this file descriptor; `output` is standard error. */
export async function runInto(
  file: number,
  words: readonly string[],
  connection: pg.ClientConfig,
): Promise<CommandEnd> {
  const env = {
    PATH: process.env['PATH'],
    PARLEY_SECRET_KEY: TEST_SECRET_KEY,
    DATABASE_URL: connectionUrl(connection),
  };
  const all = [...NODE_FLAGS, program, ...words];
  const child = spawn(process.execPath, all, { env, stdio: ['ignore', file, 'pipe'] });
  let output = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const [code] = await once(child, 'close');
  return { code, output };
}

/** Runs `parley` while the reader of its standard output is gone; `output` is standard error. */
export async function runUnread(words: readonly string[], connection: pg.ClientConfig): Promise<CommandEnd> {
  const env = {
    PATH: process.env['PATH'],
    PARLEY_SECRET_KEY: TEST_SECRET_KEY,
    DATABASE_URL: connectionUrl(connection),
  };
  const all = [...NODE_FLAGS, program, ...words];
  const child = spawn(process.execPath, all, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.destroy();
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const [code] = await once(child, 'close');
  return { code, output };
}
