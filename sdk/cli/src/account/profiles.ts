import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { CommandError } from '../terminal/failures.ts';

/** A server and a credential for it. */
export interface Profile {
  /** Without `/api`: `https://parley.example`. */
  url: string;
  token: string;
  /** `session`: from an email address and a password; `logout` ends it at the server. `key`: an API key. */
  kind: 'session' | 'key';
  email: string;
}

export interface Profiles {
  current: string | null;
  profiles: Record<string, Profile>;
}

const FILE = 'profiles.json';

/** The stored profiles; none if there is no file yet. @param folder folder of the user's settings */
export async function readProfiles(folder: string): Promise<Profiles> {
  const file = path.join(folder, FILE);
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw new CommandError(`${file} cannot be read: ${String(error)}`, { cause: error });
  });
  if (text === null) return { current: null, profiles: {} };
  const found = asProfiles(parse(text));
  if (found === null) throw new CommandError(`${file} is damaged. Delete it and run: parley login`);
  return found;
}

/** Replaces the file atomically. Only its owner can read it. */
export async function writeProfiles(folder: string, profiles: Profiles): Promise<void> {
  const file = path.join(folder, FILE);
  const fresh = `${file}.${process.pid}`;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await writeFile(fresh, `${JSON.stringify(profiles, null, 2)}\n`, { mode: 0o600 });
    await chmod(fresh, 0o600);
    await rename(fresh, file);
  } finally {
    await rm(fresh, { force: true });
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function asProfiles(value: unknown): Profiles | null {
  if (typeof value !== 'object' || value === null) return null;
  const { current = null, profiles } = value as Partial<Profiles>;
  if (typeof profiles !== 'object' || profiles === null) return null;
  const areProfiles = Object.values(profiles).every(
    (one) => typeof one?.url === 'string' && typeof one.token === 'string',
  );
  return areProfiles && (current === null || typeof current === 'string') ? { current, profiles } : null;
}
