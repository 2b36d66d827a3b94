import { type SpawnOptions, spawn } from 'node:child_process';

/** The OS account under which PostgreSQL's programs run. Not selectable on Windows. */
export interface OsAccount {
  uid: number;
  gid: number;
  name: string;
  /** True when this process is root and runs the programs as another account. */
  switched: boolean;
}

export interface ProgramResult {
  /** -1 when the program could not be started or was ended by a signal. */
  exitCode: number;
  /** Standard output and standard error. */
  output: string;
}

interface ProgramOptions {
  account?: OsAccount;
  signal?: AbortSignal | undefined;
}

/** Spawn options that run a program as the account, without this process's environment. */
export function spawnAs(account: OsAccount): SpawnOptions {
  // Windows programs need system variables, and there is no other account.
  if (process.platform === 'win32') return { windowsHide: true };
  const env = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
  return account.switched ? { env, uid: account.uid, gid: account.gid } : { env };
}

/** Runs a program to its end. Never rejects: if it cannot start, the exit code is -1 and the output has the reason. */
export function runProgram(
  program: string,
  args: string[],
  { account, signal }: ProgramOptions = {},
): Promise<ProgramResult> {
  return new Promise((resolve) => {
    const options: SpawnOptions = { ...(account ? spawnAs(account) : {}), stdio: ['ignore', 'pipe', 'pipe'] };
    // The account may not be able to enter this process's working directory.
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
