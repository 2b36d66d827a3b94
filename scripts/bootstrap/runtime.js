import { execFileSync } from 'node:child_process';
import { constants, existsSync, readFileSync } from 'node:fs';
import { access, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runNpm } from './npm.js';
import { Refusal } from './refusal.js';

/** Node versions that all packages support, such as `^22.19 || >=24`. */
const range = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).engines.node;
const needed = `Parley needs Node ${range} with type stripping; this is ${process.version}.`;
/** The Node version to add if the machine's own is too old. */
const addedVersion = '24.21.0';
const platforms = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64'];
const programName = process.platform === 'win32' ? 'node.exe' : 'node';

/**
 * Finds a Node that the packages support, with type stripping: this one, or one that npm adds to the first writable
 * directory.
 *
 * @param {string[]} directories
 * @returns {Promise<string>} the program's path
 */
export async function ensureRuntime(directories) {
  if (isSupported()) return process.execPath;
  const name = join(`node-${addedVersion}-${process.platform}-${process.arch}`, 'bin', programName);
  const present = directories.map((directory) => join(directory, name)).find((path) => existsSync(path));
  if (present) return present;
  const directory = await firstWritable(directories);
  if (directory) return addRuntime(directory, join(directory, name));
  throw new Refusal(
    `${needed} A suitable Node cannot be added: no write access to ${directories.join(' or ')}.`,
  );
}

/** Some builds of recent Node versions lack type stripping, so the version alone is not enough. */
function isSupported() {
  const [ownMajor, ownMinor] = process.versions.node.split('.').map(Number);
  const isInRange = range.split(' || ').some((part) => {
    const [, operator, major, minor = 0] = /^(\^|>=)(\d+)(?:\.(\d+))?$/.exec(part) ?? [];
    if (ownMajor === Number(major)) return ownMinor >= Number(minor);
    return operator === '>=' && ownMajor > Number(major);
  });
  return isInRange && Boolean(process.features.typescript);
}

/**
 * The first directory that this user can write to or create.
 *
 * @param {string[]} directories
 * @returns {Promise<string | undefined>}
 */
export async function firstWritable(directories) {
  for (const directory of directories) {
    try {
      await mkdir(directory, { recursive: true });
      await access(directory, constants.W_OK);
      return directory;
    } catch {
      // The next one may be writable.
    }
  }
  return undefined;
}

async function addRuntime(directory, path) {
  const platform = `${process.platform}-${process.arch}`;
  if (!platforms.includes(platform))
    throw new Refusal(`${needed} Install it yourself: npm has no build for ${platform}.`);
  const packageName = `node-${platform.replace('win32', 'win')}`;
  console.error(`parley: ${needed} Adding Node ${addedVersion} to ${directory} (once).`);
  // Installed in a temporary folder and renamed, so that other processes never see a partial Node.
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
    `npm could not add ${packageName}@${addedVersion} (exit code ${exitCode}; the reason is above). ` +
      `Check the network, the proxy and 'npm config get registry', then run this again, or install Node 24 yourself.`,
  );
}

function checkThatItRuns(program) {
  try {
    execFileSync(program, ['--version'], { stdio: 'pipe' });
  } catch (error) {
    throw new Refusal(
      `${needed} The Node from npm does not run on this machine: ${error.message}. Install Node yourself.`,
    );
  }
}
