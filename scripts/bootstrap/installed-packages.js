import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Each set holds those before it. */
const sets = ['server', 'web', 'all'];

/**
 * Whether node_modules holds a set of package-lock.json.
 *
 * @param {string} root the project's folder
 * @param {import('./dependencies.js').PackageSet} set
 */
export async function areInstalled(root, set) {
  const [hash, marked] = (await readFile(markPath(root), 'utf8').catch(() => '')).trim().split(' ');
  if (hash === (await hashOf(root)) && sets.indexOf(marked) >= sets.indexOf(set)) return true;
  const { present, missing, changed } = await differences(root, set);
  const isInstalled = present > 0 && missing.length === 0 && changed.length === 0;
  // Saves later starts the comparison.
  if (isInstalled) await writeFile(markPath(root), `${await hashOf(root)} ${set}\n`).catch(() => {});
  return isInstalled;
}

const markPath = (root) => join(root, 'node_modules', '.parley-installed');

/** Of everything that decides which packages belong here. */
async function hashOf(root) {
  const hash = createHash('sha256').update(`${process.platform}-${process.arch}\n`);
  return hash.update(await readFile(join(root, 'package-lock.json'))).digest('hex');
}

/**
 * Compares package-lock.json with npm's own record of what it installed.
 *
 * @returns {Promise<{ present: number, absent: string[], missing: string[], changed: string[] }>} how many packages are there;
 *   paths of packages of the set that are absent, of those among them that must not be, and of those that differ
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

/** Whether packages are there that only checks and tests use. */
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

/** npm leaves out optional packages of other systems, and what only those use, which names no system. */
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
