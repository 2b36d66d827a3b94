import { constants, existsSync, writeFileSync } from 'node:fs';
import { access, lstat, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { withInstallLock } from './install-lock.js';
import { showProgress } from './install-progress.js';
import { areInstalled, differences, holdsTools } from './installed-packages.js';
import { runNpm } from './npm.js';
import { Refusal } from './refusal.js';

/**
 * Installs packages that are missing or differ from package-lock.json. Concurrent processes wait for the installation.
 *
 * Each package set includes the ones before it: `server` (dependencies), `web` (optionalDependencies, for building the
 * console and the widget), `all` (devDependencies, for checks, tests and benchmarks).
 *
 * @typedef {'server' | 'web' | 'all'} PackageSet
 * @param {{ root: string, node: string, wanted: PackageSet, needed: PackageSet }} project
 *   node: the Node binary that runs npm; needed: throws a Refusal if this set is not installed
 * @returns {Promise<boolean>} true if the wanted set is installed
 */
export async function ensureDependencies({ root, node, wanted, needed }) {
  if (await isReady(root, wanted)) return true;
  try {
    await access(root, constants.W_OK).catch(() => {
      throw new Refusal(
        `The dependencies are missing and ${root} is not writable. Run 'npm ci' there as its owner.`,
      );
    });
    await withInstallLock(join(root, '.runtime', 'install.lock'), async (hold) => {
      if (!(await isReady(root, wanted))) await install({ root, node, set: wanted, hold });
    });
    return true;
  } catch (error) {
    if (!(error instanceof Refusal) || wanted === needed || !(await isReady(root, needed))) throw error;
    console.error(`parley: ${error.message} Starting without building; the previous build is served.`);
    return false;
  }
}

/** Marks an unfinished installation, because npm considers a half-written package complete. */
const unfinishedPath = (root) => join(root, '.runtime', 'install-unfinished');

/**
 * True if a folder has a complete installation of a package set.
 *
 * @param {string} root
 * @param {PackageSet} set
 */
export async function isReady(root, set) {
  const folder = await lstat(join(root, 'node_modules')).catch(() => null);
  if (!folder) return false;
  // A linked folder is managed by its owner.
  if (folder.isSymbolicLink()) return true;
  return !existsSync(unfinishedPath(root)) && (await areInstalled(root, set));
}

async function install({ root, node, set, hold }) {
  const startedAt = Date.now();
  const hasTools = await holdsTools(root);
  // Without this, npm would remove installed dev packages.
  const scope = set === 'all' || hasTools ? 'all' : 'web';
  const { present, absent, missing, changed } = await differences(root, scope);
  // In an existing tree, only required packages (`missing`) count, because npm has skipped the other absent ones.
  const added = present === 0 ? absent : missing;
  const count = added.length + changed.length;
  console.error(`parley: ${announcement({ present, count, scope, hasTools })}`);
  // `npm ci` removes everything first, which repairs a broken tree; `npm install` changes only what differs.
  const isWhole = present > 0 && !existsSync(unfinishedPath(root));
  const command = isWhole ? ['install', '--no-save'] : ['ci'];
  const onStart = (pid) => {
    writeFileSync(unfinishedPath(root), '');
    hold(pid);
  };
  const stopProgress = showProgress(root, added);
  const exitCode = await runNpm({ node, args: [...command, ...flags(root, scope)], cwd: root, onStart });
  stopProgress();
  // npm rolls back a failed installation, unless it is killed.
  if (exitCode >= 0) await rm(unfinishedPath(root), { force: true });
  if (exitCode !== 0) throw notInstalled(command[0], exitCode);
  // npm succeeds even if it cannot fetch optional packages.
  if (!(await areInstalled(root, set))) throw notComplete(await differences(root, scope));
  console.error(`parley: installed in ${Math.round((Date.now() - startedAt) / 1000)} s.`);
}

const flags = (root, scope) => [
  '--prefix',
  root,
  scope === 'all' ? '--include=dev' : '--omit=dev',
  // No dependency needs its install script, as binaries and models are inside the packages.
  '--ignore-scripts',
  // The lock file's hashes verify cached files, so no request to the registry is needed.
  '--prefer-offline',
  '--no-progress',
  '--no-audit',
  '--no-fund',
];

function announcement({ present, count, scope, hasTools }) {
  if (present === 0 && scope === 'all')
    return `installing all packages, including those for checks and tests (about ${count} packages, 850 MB; one to three minutes).`;
  if (present === 0)
    return `installing the packages that Parley needs (once; about ${count} packages, 430 MB; 20 seconds to two minutes).`;
  const purpose =
    scope === 'all' && !hasTools ? ', including those for checks and tests (once; about a minute)' : '';
  return `installing ${count} new or changed packages${purpose}.`;
}

function notInstalled(command, exitCode) {
  return new Refusal(
    `The dependencies could not be installed (npm ${command}: exit code ${exitCode}; the reason is above). ` +
      `If npm could not reach its registry, check the network, the proxy and 'npm config get registry'. ` +
      `Then run this again.`,
  );
}

function notComplete({ missing, changed }) {
  const names = [...missing, ...changed].map((path) => path.replace(/^.*node_modules\//, ''));
  return new Refusal(`npm could not fetch some packages: ${names.slice(0, 5).join(', ')}.`);
}
