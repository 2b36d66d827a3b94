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
 * Runs one of the project's programs on a machine with only an old Node and npm. First installs a newer Node and missing
 * packages if needed, and builds the console and the widget for programs that serve or test them. Requires Node 18, no
 * dependencies.
 *
 * @param {{ program: string, args: string[], nodeFlags?: string[], web?: Web, needsTools?: boolean }} command
 *   program: path relative to the project's folder; needsTools: the program uses devDependencies
 * @typedef {'none' | 'wanted' | 'required'} Web `wanted`: the program runs even if the build fails
 */
export function runInProject({ program, args, nodeFlags = [], web = 'none', needsTools = false }) {
  return inWords(async () => {
    const node = await prepare({ web, needsTools });
    await execute({ root, node, nodeFlags, program: join(root, program), args });
  });
}

/** Builds the console and the widget. */
export function buildInProject() {
  return inWords(() => prepare({ web: 'required', needsTools: false }));
}

/** @returns {Promise<string>} the Node that runs the project's programs */
async function prepare({ web, needsTools }) {
  const node = await ensureRuntime(runtimeDirectories());
  const isBuilding = web !== 'none' && (await partsToBuild(root)).length > 0;
  const isRequired = web === 'required';
  const wanted = needsTools ? 'all' : isBuilding ? 'web' : 'server';
  const needed = needsTools || isRequired ? wanted : 'server';
  const canBuild = await ensureDependencies({ root, node, wanted, needed });
  if (isBuilding && canBuild) await ensureWebParts({ root, node, isRequired });
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

/** Folders for an added Node, preferred first; the project's folder may not be writable. */
function runtimeDirectories() {
  const data = process.env.PARLEY_DATA;
  const beside = data ? [join(data, 'runtime')] : [];
  return [join(root, '.runtime'), ...beside, join(homedir(), '.cache', 'parley')];
}
