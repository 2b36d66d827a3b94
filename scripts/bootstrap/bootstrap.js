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
 * Runs one of the project's programs on a machine that may have nothing but an old Node and npm: first adds a newer Node and
 * the packages that are missing, and builds the console and the widget for a program that serves or tests them. Runs on
 * Node 18 and newer, without any dependency.
 *
 * @param {{ program: string, args: string[], nodeFlags?: string[], web?: Web, needsTools?: boolean }} command
 *   program: path from the project's folder; needsTools: it uses packages of devDependencies
 * @typedef {'none' | 'wanted' | 'required'} Web `wanted`: a failed build does not keep the program from running
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

/** Where an added Node may live, the best place first: the project's folder may not be writable. */
function runtimeDirectories() {
  const data = process.env.PARLEY_DATA;
  const beside = data ? [join(data, 'runtime')] : [];
  return [join(root, '.runtime'), ...beside, join(homedir(), '.cache', 'parley')];
}
