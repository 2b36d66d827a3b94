import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rm } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { secretKeyFile } from '../compose/secrets.ts';
import { readConfig } from '../config/config.ts';
import { AppError } from '../core/errors.ts';
import { findEmbeddedDatabase } from '../db/embedded/embedded-database.ts';
import { findHome } from '../db/embedded/home.ts';
import type { Command } from './command.ts';
import { requireOption } from './terminal.ts';

const STOP = 'Stop Parley first: the files of a running database cannot be copied.';

/** Writes the installation to one file: a PostgreSQL dump of `DATABASE_URL`, or an archive of the data folder. */
export async function backup({ options }: Command): Promise<number> {
  const file = resolve(requireOption(options, 'to'));
  const { config, secrets } = readConfig();
  if (secrets.databaseUrl !== null) {
    await write(file, { program: 'pg_dump', args: ['--format=custom'], url: secrets.databaseUrl });
    process.stdout.write(
      `Saved ${file}. Keep the key apart from it: PARLEY_SECRET_KEY, or the file secret-key.\n`,
    );
    return 0;
  }
  const folder = resolve(config.dataDirectory);
  await requireStopped(folder);
  if (file.startsWith(folder + sep)) throw new AppError('bad-request', `Choose a file outside ${folder}.`);
  await write(file, { program: 'tar', args: ['-C', folder, '-czf', '-', '.'] });
  await requireStopped(folder).catch(async (error: unknown) => {
    await rm(file, { force: true });
    throw error;
  });
  process.stdout.write(`Saved ${file}. It contains the secret key.\n`);
  return 0;
}

/** Reads a file of `backup` into an empty database or an empty data folder. */
export async function restore({ options }: Command): Promise<number> {
  const file = resolve(requireOption(options, 'from'));
  const { config, secrets } = readConfig();
  const isDump = await isPostgresDump(file);
  if (isDump && secrets.databaseUrl === null)
    throw new AppError('bad-request', `${file} is a PostgreSQL dump. Set DATABASE_URL to an empty database.`);
  if (!isDump && secrets.databaseUrl !== null)
    throw new AppError(
      'bad-request',
      `${file} is an archive of a data folder. Unset DATABASE_URL, and set PARLEY_DATA.`,
    );
  if (secrets.databaseUrl !== null) {
    const args = [
      '--no-owner',
      '--exit-on-error',
      '--single-transaction',
      '--dbname',
      withoutPassword(secrets.databaseUrl),
    ];
    await run({ program: 'pg_restore', args: [...args, file], url: secrets.databaseUrl });
  } else {
    await unpack(file, resolve(config.dataDirectory));
  }
  const place = secrets.databaseUrl === null ? config.dataDirectory : 'the database';
  process.stdout.write(
    `Restored into ${place}. Start Parley with the same key (PARLEY_SECRET_KEY or ${secretKeyFile(config)}).\n`,
  );
  process.stdout.write('Do not run it next to the original: both would call and write to the same people.\n');
  return 0;
}

async function requireStopped(folder: string): Promise<void> {
  const home = await findHome(folder);
  if (home === null) throw new AppError('not-found', `There is no database in ${folder}.`);
  if ((await findEmbeddedDatabase(folder)) !== null) throw new AppError('conflict', STOP);
  if (!home.startsWith(folder + sep)) {
    const advice = 'Archive both folders, as docs/self-hosting/backups.md describes.';
    throw new AppError('conflict', `The database is in ${home}, outside ${folder}. ${advice}`);
  }
}

async function unpack(file: string, folder: string): Promise<void> {
  const present = await readdir(folder).catch((): string[] => []);
  if (present.length > 0)
    throw new AppError('conflict', `${folder} is not empty. Set PARLEY_DATA to a new folder.`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await run({ program: 'tar', args: ['-C', folder, '-xzpf', file] });
  } catch (error) {
    for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true });
    throw error;
  }
}

async function isPostgresDump(file: string): Promise<boolean> {
  const handle = await open(file).catch((error: unknown) => {
    throw new AppError('not-found', `${file} cannot be read.`, { cause: error });
  });
  try {
    const { buffer } = await handle.read(Buffer.alloc(5), 0, 5, 0);
    return buffer.toString('latin1') === 'PGDMP';
  } finally {
    await handle.close();
  }
}

interface Program {
  program: string;
  args: readonly string[];
  /** Of the database; its password goes to the program in its environment, where other users cannot see it. */
  url?: string;
}

/** Runs a program with its output in a new file that only the owner can read. */
async function write(file: string, program: Program): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const output = createWriteStream(file, { flags: 'wx', mode: 0o600 });
  try {
    const args = program.url === undefined ? program.args : [...program.args, withoutPassword(program.url)];
    await run({ ...program, args }, output);
  } catch (error) {
    const isPresent = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    if (isPresent) throw new AppError('conflict', `${file} exists already.`);
    await rm(file, { force: true });
    throw error;
  }
}

async function run({ program, args, url }: Program, output?: NodeJS.WritableStream): Promise<void> {
  const password = url === undefined ? '' : decodeURIComponent(new URL(url).password);
  // allow environment: the program finds the database, its files and its own settings as the person does.
  const env = password === '' ? process.env : { ...process.env, PGPASSWORD: password };
  const child = spawn(program, [...args], {
    env,
    stdio: ['ignore', output === undefined ? 'ignore' : 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((done, failed) => {
    child.once('error', (error) =>
      failed(new AppError('unavailable', `${program} cannot be started: ${error.message}`)),
    );
    child.once('close', (code) =>
      code === 0 ? done() : failed(new AppError('unavailable', `${program} failed; the reason is above.`)),
    );
  });
  const written = output === undefined || child.stdout === null ? undefined : pipeline(child.stdout, output);
  await Promise.all([ended, written]).catch((error: unknown) => {
    child.kill();
    throw error;
  });
}

function withoutPassword(text: string): string {
  const url = new URL(text);
  url.password = '';
  return url.href;
}
