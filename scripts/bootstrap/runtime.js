import { execFileSync } from 'node:child_process';
import { constants, existsSync } from 'node:fs';
import { access, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runNpm } from './npm.js';
import { Refusal } from './refusal.js';

/** The Node that is added where the machine's own is too old. */
const addedVersion = '24.21.0';
const platforms = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64'];
const programName = process.platform === 'win32' ? 'node.exe' : 'node';

/**
 * A Node that runs TypeScript as it stands: this one, or one that npm adds to the first writable directory.
 *
 * @param {string[]} directories
 * @returns {Promise<string>} the program's path
 */
export async function ensureRuntime(directories) {
  if (runsTypeScript()) return process.execPath;
  const name = join(`node-${addedVersion}-${process.platform}-${process.arch}`, 'bin', programName);
  const present = directories.map((directory) => join(directory, name)).find((path) => existsSync(path));
  if (present) return present;
  for (const directory of directories) {
    if (await isWritable(directory)) return addRuntime(directory, join(directory, name));
  }
  throw new Refusal(`${needed()} No folder is writable for adding one: ${directories.join(', ')}.`);
}

/** Some builds of a new enough Node leave type stripping out, so the version alone does not tell. */
function runsTypeScript() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return (major > 22 || (major === 22 && minor >= 18)) && Boolean(process.features.typescript);
}

function needed() {
  return `Parley needs Node 22.18 or newer; this is ${process.version}.`;
}

async function isWritable(directory) {
  try {
    await mkdir(directory, { recursive: true });
    await access(directory, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

async function addRuntime(directory, path) {
  const platform = `${process.platform}-${process.arch}`;
  if (!platforms.includes(platform))
    throw new Refusal(`${needed()} Install one: npm has none for ${platform}.`);
  const packageName = `node-${platform.replace('win32', 'win')}`;
  console.error(`parley: ${needed()} Adding Node ${addedVersion} to ${directory} (once).`);
  // Made beside its place and renamed: whoever else starts sees a whole one or none.
  const staging = await mkdtemp(join(directory, 'adding-'));
  try {
    const what = [
      `${packageName}@${addedVersion}`,
      '--prefix',
      staging,
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
    ];
    const exitCode = await runNpm({ node: process.execPath, args: ['install', ...what], cwd: staging });
    const added = join(staging, 'node_modules', packageName, 'bin');
    if (exitCode !== 0 || !existsSync(join(added, programName))) throw notAdded(packageName, exitCode);
    checkThatItRuns(join(added, programName));
    await mkdir(join(path, '..', '..'), { recursive: true });
    await rename(added, join(path, '..')).catch((error) => {
      if (!existsSync(path)) throw error;
    });
    return path;
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

function notAdded(packageName, exitCode) {
  return new Refusal(
    `npm could not add ${packageName}@${addedVersion} (exit code ${exitCode}; its reason stands above). ` +
      `This needs the npm registry once: check the network, the proxy and 'npm config get registry', then run this again. ` +
      `Or install Node 22.18 or newer yourself.`,
  );
}

function checkThatItRuns(program) {
  try {
    execFileSync(program, ['--version'], { stdio: 'pipe' });
  } catch (error) {
    throw new Refusal(
      `${needed()} The one from npm does not run on this machine: ${error.message}. Install one yourself.`,
    );
  }
}
