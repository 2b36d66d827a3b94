import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { delimiter } from 'node:path';
import { hasPackages, requirePackages } from '../../../../scripts/testing/needs.ts';
import { endsWithTest } from '../left-running.ts';

/** Debian's programs that are not in everybody's path. */
const FOLDERS = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'];

/** The Debian packages of the programs. */
const PACKAGES = { sipp: 'sip-tester', baresip: 'baresip-core', kamailio: 'kamailio' };

type ProgramName = keyof typeof PACKAGES;

/** Whether a test goes without a program: with CI set nothing may be missing. */
export function isMissing(program: ProgramName): boolean {
  const mayBeMissing = process.env['CI'] === undefined || process.env['CI'] === 'false';
  return mayBeMissing && !hasPackages(PACKAGES[program]);
}

/** A program under way. */
export interface Program {
  /** Everything that it has said so far. */
  words(): string;
  /** Its exit code; null when a signal ended it. */
  ended: Promise<number | null>;
  stop(): Promise<void>;
}

/** Starts a program, which ends with its test at the latest. @param folder its own, removed with it */
export function startProgram(program: ProgramName, parameters: readonly string[], folder: string): Program {
  requirePackages(PACKAGES[program]);
  const child = spawn(program, parameters, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that its children end with it.
    detached: true,
    env: { ...process.env, PATH: FOLDERS.join(delimiter), HOME: folder },
  });
  let words = '';
  const listen = (piece: unknown): void => {
    words = (words + String(piece)).slice(-200_000);
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
    // It has ended by itself, with all of its children.
  }
}
