import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import { type EmbeddedDatabaseOptions, startEmbeddedDatabase } from '../embedded-database.ts';
import { findHome } from '../home.ts';
import { isServerOf, readPostmasterFile } from '../postmaster.ts';
import { runProgram } from '../run-program.ts';
import type { DatabaseConnection } from '../transport.ts';

export const isRoot = process.getuid?.() === 0;

/** A fresh folder that every OS user can reach. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-test-'));
  await chmod(folder, 0o755);
  return folder;
}

/** A data folder with a stopped cluster, for `copyOf`. */
export async function folderWithCluster(): Promise<string> {
  const folder = await temporaryFolder();
  const database = await startEmbeddedDatabase({ dataDirectory: folder, log: recordedLog() });
  await database.stop();
  return folder;
}

/** Copies a data folder, because creating a cluster takes a second of CPU time. */
export async function copyOf(dataDirectory: string): Promise<string> {
  const folder = await temporaryFolder();
  await runProgram('cp', ['-a', `${dataDirectory}/.`, folder]);
  return folder;
}

export interface RecordedLog {
  messages: string[];
  info(message: string): void;
  warn(message: string): void;
}

export function recordedLog(): RecordedLog {
  const messages: string[] = [];
  const record = (message: string) => void messages.push(message);
  return { messages, info: record, warn: record };
}

export async function query(connection: DatabaseConnection, sql: string): Promise<unknown[]> {
  const client = new Client(connection);
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** The id of the server that runs on the data folder's database, or null. */
export async function serverPid(dataDirectory: string): Promise<number | null> {
  const home = await findHome(dataDirectory);
  const file = home === null ? null : await readPostmasterFile(home);
  return home !== null && file && (await isServerOf(home, file.pid)) ? file.pid : null;
}

/** Stops any server that still runs on the data folder, and removes the folders. */
export async function cleanUp(dataDirectory: string, ...folders: string[]): Promise<void> {
  const pid = await serverPid(dataDirectory);
  if (pid !== null) {
    process.kill(pid, 'SIGQUIT');
    await until(async () => (await serverPid(dataDirectory)) === null);
  }
  for (const folder of [dataDirectory, ...folders]) await rm(folder, { recursive: true, force: true });
}

/** Polls until the condition holds; only the test's own time limit ends the wait. */
export async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 10));
}

export interface HolderAnswer {
  event: 'ready' | 'refused' | 'rows' | 'failed' | 'stopped';
  adopted?: boolean;
  location?: string;
  connection?: DatabaseConnection;
  code?: string | null;
  message?: string;
  messages?: string[];
  rows?: unknown[];
}

type HolderOptions = Omit<EmbeddedDatabaseOptions, 'log' | 'signal'> & {
  account?: { uid: number; gid: number };
};

/** A separate process that holds the database. */
export interface Holder {
  process: ChildProcess;
  /** Its first line: `ready` or `refused`. */
  first: HolderAnswer;
  ask(line: string): Promise<HolderAnswer>;
  kill(signal: NodeJS.Signals): Promise<void>;
}

export async function startHolder(options: HolderOptions): Promise<Holder> {
  const program = join(import.meta.dirname, 'database-holder.process.ts');
  const child = spawn(process.execPath, [program, JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<HolderAnswer> => JSON.parse((await lines.next()).value ?? '{}');
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return {
    process: child,
    first: await next(),
    ask(line) {
      child.stdin.write(`${line}\n`);
      return next();
    },
    async kill(signal) {
      child.kill(signal);
      await ended;
    },
  };
}

/** The ids of the OS user `nobody`: an ordinary user that every machine has. */
export async function nobody(): Promise<{ uid: number; gid: number }> {
  const [uid, gid] = await Promise.all(['-u', '-g'].map((what) => runProgram('id', [what, 'nobody'])));
  return { uid: Number(uid?.output) | 0, gid: Number(gid?.output) | 0 };
}
