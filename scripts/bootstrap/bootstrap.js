import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureDependencies } from './dependencies.js';
import { execute } from './execute.js';
import { Refusal } from './refusal.js';
import { ensureRuntime } from './runtime.js';
import { ensureWebParts, partsToBuild } from './web-parts.js';

/** The project's folder. */
const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Runs one of the project's programs on a machine that may have nothing but an old Node and npm: adds a newer Node
 * and the dependencies first where they are missing, once, and builds what browsers load for a program that serves or
 * tests it. Runs on Node 18 and newer, without any dependency.
 *
 * @param {{ program: string, args: string[], nodeFlags?: string[], web?: 'none' | 'wanted' | 'required' }} command
 *   program: path from the project's folder; web: `required` refuses to run what could not be built
 */
export function runInProject({ program, args, nodeFlags = [], web = 'none' }) {
  return inWords(async () => {
    const node = await prepare(web);
    await execute({ root, node, nodeFlags, program: join(root, program), args });
  });
}

/** Builds what browsers load, and nothing else. */
export function buildInProject() {
  return inWords(() => prepare('required'));
}

/** @returns {Promise<string>} the Node that runs the project's programs */
async function prepare(web) {
  const node = await ensureRuntime(runtimeDirectories());
  const isRequired = web === 'required';
  const isBuilding = web !== 'none' && (await partsToBuild(root)).length > 0;
  const isServing = web === 'wanted';
  await ensureDependencies({ root, node, isServing, isBuilding: isBuilding && isRequired });
  if (isBuilding) await ensureWebParts({ root, node, isRequired });
  return node;
}

async function inWords(work) {
  try {
    await work();
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
