import { spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import { Refusal } from './refusal.js';

/** Shortens the delays between npm's retries, which otherwise wait 70 s without output when the registry is down. */
const patience = ['--fetch-retry-mintimeout=2000', '--fetch-retry-maxtimeout=8000'];

/**
 * Runs the machine's npm with the given Node. Output goes to this terminal.
 *
 * @param {{ node: string, args: string[], cwd: string, onStart?: (pid: number) => void }} command
 * @returns {Promise<number>} the exit code; -1 if npm did not start or was killed
 */
export function runNpm({ node, args, cwd, onStart }) {
  const cli = findNpm();
  // Drops the folders that an outer `npm start` passes down, so that npm uses `cwd`.
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` };
  for (const name of ['npm_config_prefix', 'npm_config_local_prefix', 'npm_config_global']) delete env[name];
  return new Promise((resolve) => {
    const child = spawn(node, [cli, ...args, ...patience], { cwd, env, stdio: ['ignore', 2, 2] });
    if (child.pid) onStart?.(child.pid);
    child.once('error', () => resolve(-1));
    child.once('exit', (code) => resolve(code ?? -1));
  });
}

/** Path of npm: the npm that runs us, otherwise the one next to this Node, otherwise the one in PATH. */
function findNpm() {
  const running = process.env.npm_execpath ?? '';
  const folder = dirname(process.execPath);
  const candidates = [
    ...(/^np[mx]-cli\.c?js$/.test(basename(running)) ? [join(dirname(running), 'npm-cli.js')] : []),
    join(folder, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(folder, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    ...(process.env.PATH ?? '').split(delimiter).map((entry) => programIn(entry)),
  ];
  const found = candidates.find((candidate) => candidate && existsSync(candidate));
  if (found) return found;
  throw new Refusal('npm was not found next to Node or in PATH. Install npm, then run this again.');
}

/** `npm` in a PATH folder is a link to npm-cli.js. */
function programIn(folder) {
  try {
    const program = realpathSync(join(folder, 'npm'));
    return program.endsWith('npm-cli.js') ? program : null;
  } catch {
    return null;
  }
}
