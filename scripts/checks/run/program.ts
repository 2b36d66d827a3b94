import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** Result of a check. */
export interface Verdict {
  passed: boolean;
  /** Printed when the check fails. */
  output: string;
  /** CPU seconds of the programs that the check started, without this process. */
  programSeconds: number;
  /** A few words next to the verdict. */
  note?: string;
  /** Printed when the check is named and passes. */
  report?: string;
}

export interface Program {
  file: string;
  args: readonly string[];
  environment?: Readonly<Record<string, string>>;
}

/** Node does not report the CPU time of its children. The shell does, on its third stream. */
const timed = '"$@"; code=$?; times >&3; exit $code';

/** Arguments for `sh` to run a program unchanged, and to write its `times` to file descriptor 3. */
export function timedArguments({ file, args }: Program): string[] {
  return ['-c', timed, 'sh', file, ...args];
}

/** Seconds of user and system time of the shell's children, parsed from `times`. */
export function readTimes(text: string): number {
  const children = text.split('\n')[1] ?? '';
  const times = [...children.matchAll(/(\d+)m(\d+(?:[.,]\d+)?)s/g)];
  return times.reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds?.replace(',', '.')),
    0,
  );
}

/** Runs a program in the current folder. */
export function runProgram(program: Program): Promise<Verdict> {
  return new Promise((resolve) => {
    const child = spawn('sh', timedArguments(program), {
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
      env: { ...process.env, ...program.environment },
    });
    let output = '';
    let times = '';
    const collect = (chunk: unknown) => {
      output += String(chunk);
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.stdio[3]?.on('data', (chunk) => {
      times += String(chunk);
    });
    child.on('error', (error) => collect(`${error.message}\n`));
    child.on('close', (code) => {
      const passed = code === 0;
      // The shell's exit code for a child ended by a signal is 128 plus the signal's number.
      const killed = code === null || code > 128;
      if (killed) collect(`${program.file} was killed by ${signalName(code)}.\n`);
      resolve({ passed, output, programSeconds: readTimes(times) });
    });
  });
}

function signalName(code: number | null): string {
  const number = (code ?? 128) - 128;
  return Object.entries(constants.signals).find(([, value]) => value === number)?.[0] ?? 'a signal';
}
