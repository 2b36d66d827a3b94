import { constants, existsSync, writeFileSync } from 'node:fs';
import { access, lstat, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { withInstallLock } from './install-lock.js';
import { showProgress } from './install-progress.js';
import { areInstalled, differences, holdsTools } from './installed-packages.js';
import { runNpm } from './npm.js';
import { Refusal } from './refusal.js';

/**
 * Installs what is missing or differs from package-lock.json; other processes that need it wait.
 *
 * Sets of packages, each with those before it: `server` (dependencies), `web` (optionalDependencies: what builds the console and
 * the widget), `all` (devDependencies: what checks, tests and benchmarks use).
 *
 * @typedef {'server' | 'web' | 'all'} PackageSet
 * @param {{ root: string, node: string, wanted: PackageSet, needed: PackageSet }} project
 *   node: the program that npm runs with; needed: without these it throws a Refusal
 * @returns {Promise<boolean>} whether the wanted set is installed
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
    console.error(`parley: ${error.message} Starting without building; what was built before is served.`);
    return false;
  }
}

/** Left behind by an installation that was killed: npm takes a half-written package for a whole one. */
const unfinishedPath = (root) => join(root, '.runtime', 'install-unfinished');

async function isReady(root, set) {
  const folder = await lstat(join(root, 'node_modules')).catch(() => null);
  if (!folder) return false;
  // A linked folder is managed where it is.
  if (folder.isSymbolicLink()) return true;
  return !existsSync(unfinishedPath(root)) && (await areInstalled(root, set));
}

async function install({ root, node, set, hold }) {
  const startedAt = Date.now();
  const hasTools = await holdsTools(root);
  // Without its dev packages npm would remove those that are there.
  const scope = set === 'all' || hasTools ? 'all' : 'web';
  const { present, absent, missing, changed } = await differences(root, scope);
  // In a tree that exists, npm left out what is absent but not missing.
  const added = present === 0 ? absent : missing;
  const count = added.length + changed.length;
  console.error(`parley: ${announcement({ present, count, scope, hasTools })}`);
  // `npm ci` removes everything first, which repairs; `npm install` changes only what differs.
  const isWhole = present > 0 && !existsSync(unfinishedPath(root));
  const command = isWhole ? ['install', '--no-save'] : ['ci'];
  const onStart = (pid) => {
    writeFileSync(unfinishedPath(root), '');
    hold(pid);
  };
  const stopProgress = showProgress(root, added);
  const exitCode = await runNpm({ node, args: [...command, ...flags(root, scope)], cwd: root, onStart });
  stopProgress();
  // npm undoes an installation that fails, unless it is killed.
  if (exitCode >= 0) await rm(unfinishedPath(root), { force: true });
  if (exitCode !== 0) throw notInstalled(command[0], exitCode);
  // npm leaves out optional packages that it cannot fetch, and succeeds.
  if (!(await areInstalled(root, set))) throw notComplete(await differences(root, scope));
  console.error(`parley: installed in ${Math.round((Date.now() - startedAt) / 1000)} s.`);
}

const flags = (root, scope) => [
  '--prefix',
  root,
  scope === 'all' ? '--include=dev' : '--omit=dev',
  // No dependency needs its install script: programs and models come inside the packages.
  '--ignore-scripts',
  // Files of the cache are checked by the lock file's hashes: the registry need not say that they are current.
  '--prefer-offline',
  '--no-progress',
  '--no-audit',
  '--no-fund',
];

function announcement({ present, count, scope, hasTools }) {
  if (present === 0 && scope === 'all')
    return `installing everything, with what checks and tests need (about ${count} packages, 850 MB; one to three minutes).`;
  if (present === 0)
    return `installing what Parley runs with (once; about ${count} packages, 340 MB; 20 seconds to two minutes).`;
  const purpose =
    scope === 'all' && !hasTools ? ' with what checks and tests need (once; about a minute)' : '';
  return `installing ${count} new or changed packages${purpose}.`;
}

function notInstalled(command, exitCode) {
  return new Refusal(
    `The dependencies could not be installed (npm ${command}: exit code ${exitCode}; its reason is above). ` +
      `If that is the network or the registry, which is needed once: check the proxy and 'npm config get registry'. ` +
      `Then run this again.`,
  );
}

function notComplete({ missing, changed }) {
  const names = [...missing, ...changed].map((path) => path.replace(/^.*node_modules\//, ''));
  return new Refusal(`npm left out packages that it could not fetch: ${names.slice(0, 5).join(', ')}.`);
}
