import { execFileSync } from 'node:child_process';

/** npm passes its own folders and Node options to the programs that it runs; `npm pack` must not see them. */
const OF_OUTER_NPM = ['NODE_OPTIONS', 'npm_config_prefix', 'npm_config_local_prefix', 'npm_config_global'];

/** Runs a program and returns its output. Throws with its errors if it fails. */
export function run(
  [file = '', ...args]: readonly string[],
  options: { cwd: string; environment?: Record<string, string> },
): string {
  const inherited = Object.entries(process.env).filter(([name]) => !OF_OUTER_NPM.includes(name));
  const env = { ...Object.fromEntries(inherited), ...options.environment };
  return execFileSync(file, args, {
    cwd: options.cwd,
    env,
    encoding: 'utf8',
    stdio: 'pipe',
    maxBuffer: 2 ** 28,
  });
}
