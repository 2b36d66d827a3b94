import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureDependencies } from './dependencies.js';
import { execute } from './execute.js';
import { Refusal } from './refusal.js';
import { ensureRuntime } from './runtime.js';

/** The project's folder. */
const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Runs one of the project's programs on a machine that may have nothing but an old Node and npm: adds a newer Node
 * and the dependencies first where they are missing, once. Runs on Node 18 and newer, without any dependency.
 *
 * @param {{ program: string, args: string[], nodeFlags?: string[] }} command program: path from the project's folder
 */
export async function runInProject({ program, args, nodeFlags = [] }) {
  try {
    const node = await ensureRuntime(runtimeDirectories());
    await ensureDependencies({ root, node });
    await execute({ root, node, nodeFlags, program: join(root, program), args });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    console.error(`parley: ${error.message}`);
    process.exitCode = 1;
  }
}

/** Where an added Node may live, the best place first: the project's folder may not be writable. */
function runtimeDirectories() {
  const data = process.env.PARLEY_DATA;
  const beside = data ? [join(data, 'runtime')] : [];
  return [join(root, '.runtime'), ...beside, join(homedir(), '.cache', 'parley')];
}
