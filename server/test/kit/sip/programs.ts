import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { delimiter } from 'node:path';
import { hasPackages, requirePackages } from '../../../../scripts/testing/needs.ts';
import { endsWithTest } from '../left-running.ts';

/** Debian installs some programs outside the default PATH. */
const FOLDERS = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'];

/** Debian packages of the programs. */
const PACKAGES = { sipp: 'sip-tester', baresip: 'baresip-core', kamailio: 'kamailio' };

type ProgramName = keyof typeof PACKAGES;

/** True if a program is missing and its tests may be skipped. In CI all programs must exist. */
export function isMissing(program: ProgramName): boolean {
  const mayBeMissing = process.env['CI'] === undefined || process.env['CI'] === 'false';
  return mayBeMissing && !hasPackages(PACKAGES[program]);
}

/** A running program. */
export interface Program {
  /** Its output so far. */
  words(): string;
  /** Exit code; null if a signal ended the program. */
  ended: Promise<number | null>;
  stop(): Promise<void>;
}

/** Starts a program, which stops with the test. @param folder working directory, removed at the end */
export function startProgram(program: ProgramName, parameters: readonly string[], folder: string): Program {
  requirePackages(PACKAGES[program]);
  const child = spawn(program, parameters, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Own process group, so that its children are stopped with it.
    detached: true,
    env: { ...process.env, PATH: FOLDERS.join(delimiter), HOME: folder },
  });
  let words = '';
  const listen = (chunk: unknown): void => {
    words = (words + String(chunk)).slice(-200_000);
  };
  child.stdout.on('data', listen);
  child.stderr.on('data', listen);
  const ended = codeOf(child);
  const running: Program = {
    words: () => words,
    ended,
    stop: async () => {
      if (child.pid !== undefined) killGroup(child.pid);
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
  endsWithTest(running.stop);
  return running;
}

async function codeOf(child: ChildProcess): Promise<number | null> {
  const [code] = await once(child, 'exit').catch(() => [-1]);
  return typeof code === 'number' ? code : null;
}

function killGroup(processId: number): void {
  try {
    process.kill(-processId, 'SIGKILL');
  } catch {
    // The program has already ended.
  }
}
