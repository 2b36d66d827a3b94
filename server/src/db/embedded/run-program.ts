import { type SpawnOptions, spawn } from 'node:child_process';

/** The operating-system account under which PostgreSQL's programs run. On Windows there is no such choice. */
export interface OsAccount {
  uid: number;
  gid: number;
  name: string;
  /** True when this process is root and hands the programs to another account. */
  switched: boolean;
}

export interface ProgramResult {
  /** The exit code; -1 when the program could not be started or a signal ended it. */
  exitCode: number;
  /** Standard output and standard error together. */
  output: string;
}

interface ProgramOptions {
  account?: OsAccount;
  signal?: AbortSignal | undefined;
}

/** Spawn options that hand a program to the account. PostgreSQL sees nothing of this process's environment. */
export function spawnAs(account: OsAccount): SpawnOptions {
  // Windows programs need variables of the system, and there is no other account.
  if (process.platform === 'win32') return { windowsHide: true };
  const env = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
  return account.switched ? { env, uid: account.uid, gid: account.gid } : { env };
}

/** Runs a program to its end and never rejects: a program that cannot start is exit code -1 with the reason. */
export function runProgram(
  program: string,
  args: string[],
  { account, signal }: ProgramOptions = {},
): Promise<ProgramResult> {
  return new Promise((resolve) => {
    const options: SpawnOptions = { ...(account ? spawnAs(account) : {}), stdio: ['ignore', 'pipe', 'pipe'] };
    // The account need not be able to enter the folder in which this process stands.
    const child = spawn(program, args, { ...options, cwd: '/', ...(signal ? { signal } : {}) });
    let output = '';
    const collect = (chunk: Buffer) => {
      output += chunk.toString('utf8');
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.on('error', (error) => resolve({ exitCode: -1, output: `${output}${error.message}` }));
    child.on('close', (code) => resolve({ exitCode: code ?? -1, output }));
  });
}
