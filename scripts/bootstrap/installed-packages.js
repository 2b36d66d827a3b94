import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Each set includes the ones before it. */
const sets = ['server', 'web', 'all'];

/**
 * Returns true if node_modules contains a package set of package-lock.json.
 *
 * @param {string} root the project's folder
 * @param {import('./dependencies.js').PackageSet} set
 */
export async function areInstalled(root, set) {
  const [hash, marked] = (await readFile(markPath(root), 'utf8').catch(() => '')).trim().split(' ');
  if (hash === (await hashOf(root)) && sets.indexOf(marked) >= sets.indexOf(set)) return true;
  const { present, missing, changed } = await differences(root, set);
  const isInstalled = present > 0 && missing.length === 0 && changed.length === 0;
  // Lets later starts skip the comparison.
  if (isInstalled) await writeFile(markPath(root), `${await hashOf(root)} ${set}\n`).catch(() => {});
  return isInstalled;
}

const markPath = (root) => join(root, 'node_modules', '.parley-installed');

/** Hash of everything that determines the installed packages. */
async function hashOf(root) {
  const hash = createHash('sha256').update(`${process.platform}-${process.arch}\n`);
  return hash.update(await readFile(join(root, 'package-lock.json'))).digest('hex');
}

/**
 * Compares package-lock.json with npm's record of installed packages.
 *
 * @returns {Promise<{ present: number, absent: string[], missing: string[], changed: string[] }>} number of installed
 *   packages; paths of the set's packages that are absent, of the required ones among them, and of those that differ
 */
export async function differences(root, set) {
  const wanted = await packagesOf(join(root, 'package-lock.json'));
  const present = await packagesOf(join(root, 'node_modules', '.package-lock.json'));
  const direct = wanted['']?.optionalDependencies ?? {};
  const isOutside = (entry) =>
    set !== 'all' && (entry.dev === true || (set === 'server' && isOptional(entry)));
  const paths = Object.keys({ ...wanted, ...present }).filter(
    (path) => path !== '' && !isOutside(wanted[path] ?? present[path]),
  );
  const absent = paths.filter((path) => !present[path]);
  const isRequired = (path) => path.slice('node_modules/'.length) in direct || isNeededHere(wanted[path]);
  return {
    present: Object.keys(present).length,
    absent: absent.filter((path) => isForHere(wanted[path])),
    missing: absent.filter(isRequired),
    changed: paths.filter((path) => present[path] && isOther(wanted[path], present[path])),
  };
}

/** True if packages for checks and tests are installed. */
export async function holdsTools(root) {
  const present = await packagesOf(join(root, 'node_modules', '.package-lock.json'));
  return Object.values(present).some(({ dev }) => dev === true);
}

async function packagesOf(file) {
  try {
    return JSON.parse(await readFile(file, 'utf8')).packages ?? {};
  } catch {
    return {};
  }
}

const isOptional = ({ optional, devOptional }) => optional === true || devOptional === true;

const isOther = (wanted, present) =>
  wanted?.version !== present.version || wanted?.integrity !== present.integrity;

/** npm skips optional packages for other systems, and their dependencies, which name no system themselves. */
const isNeededHere = (entry) =>
  entry.optional !== true || (Boolean(entry.os ?? entry.cpu) && isForHere(entry));

function isForHere({ os, cpu, libc }) {
  const isListed = (list, own) => !list || list.includes(own);
  return (
    isListed(os, process.platform) && isListed(cpu, process.arch) && (!libc || libc.includes(libcHere()))
  );
}

function libcHere() {
  process.report.excludeNetwork = true;
  return process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';
}
