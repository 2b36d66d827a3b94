import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A Debian package that tests need in addition to the npm packages. */
export interface DebianPackage {
  name: string;
  /** A program, by name or path, or another file that it installs. */
  file: string;
  use: string;
}

export const DEBIAN_PACKAGES: readonly DebianPackage[] = [
  { name: 'chromium', file: 'chromium', use: 'browser tests with a microphone' },
  { name: 'chromium-headless-shell', file: 'chromium-headless-shell', use: 'browser tests' },
  { name: 'firefox-esr', file: '/usr/lib/firefox-esr/firefox-esr', use: 'browser tests in Firefox' },
  { name: 'postgresql-15', file: '/usr/lib/postgresql/15/bin/initdb', use: 'tests on a PostgreSQL server' },
  { name: 'baresip-core', file: 'baresip', use: 'telephony tests with a softphone' },
  { name: 'kamailio', file: '/usr/sbin/kamailio', use: 'telephony tests with a proxy' },
  { name: 'sip-tester', file: 'sipp', use: 'telephony tests and the signaling benchmark' },
  { name: 'espeak-ng', file: 'espeak-ng', use: 'speech synthesis tests' },
  { name: 'pocketsphinx', file: 'pocketsphinx_continuous', use: 'speech recognition without a key' },
  {
    name: 'pocketsphinx-en-us',
    file: '/usr/share/pocketsphinx/model/en-us/cmudict-en-us.dict',
    use: 'speech recognition without a key',
  },
  {
    name: 'python3-httpx',
    file: '/usr/lib/python3/dist-packages/httpx/__init__.py',
    use: 'tests of the Python SDK',
  },
  { name: 'curl', file: 'curl', use: 'tests of the samples in the documentation' },
  { name: 'jq', file: 'jq', use: 'tests of the samples in the documentation' },
  {
    name: 'python3-setuptools',
    file: '/usr/lib/python3/dist-packages/setuptools/__init__.py',
    use: 'packing the Python SDK',
  },
  {
    name: 'python3-wheel',
    file: '/usr/lib/python3/dist-packages/wheel/__init__.py',
    use: 'packing the Python SDK',
  },
];

/** Packages that are not installed, of the named ones or of the whole list. */
export function missingPackages(names?: readonly string[]): DebianPackage[] {
  const wanted = DEBIAN_PACKAGES.filter(({ name }) => names === undefined || names.includes(name));
  if (names !== undefined && wanted.length < names.length) {
    throw new Error(`Add ${names.join(' and ')} to DEBIAN_PACKAGES.`);
  }
  return wanted.filter(({ file }) => !isInstalled(file));
}

/** @throws one line with the command that installs what is missing */
export function requirePackages(...names: string[]): void {
  const missing = missingPackages(names);
  if (missing.length > 0) throw new Error(`${describeMissing(missing)} ${installCommand(missing)}`);
}

const warned = new Set<string>();

/** True if the packages are installed. Prints once which are missing. */
export function hasPackages(...names: string[]): boolean {
  const missing = missingPackages(names);
  const fresh = missing.filter(({ name }) => !warned.has(name));
  for (const { name } of fresh) warned.add(name);
  if (fresh.length > 0) {
    console.warn(`${describeMissing(fresh)} Tests that need it are skipped. ${installCommand(fresh)}`);
  }
  return missing.length === 0;
}

function describeMissing(missing: readonly DebianPackage[]): string {
  const named = missing.map(({ name, use }) => `${name} (${use})`).join(', ');
  return `Missing Debian package: ${named}.`;
}

function installCommand(missing: readonly DebianPackage[]): string {
  const names = missing.map(({ name }) => name).join(' ');
  return `Install it: sudo apt-get install --no-install-recommends ${names}`;
}

function isInstalled(file: string): boolean {
  if (file.startsWith('/')) return existsSync(file);
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.some((folder) => isExecutable(join(folder, file)));
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Why tests cannot run on this Node version; null if they can. */
export function nodeRefusal(version: string): string | null {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 19)) return null;
  return 'Tests need Node 22.19 or newer; run them with: npm test <file>';
}

/** Exits with a one-line message on an unsupported Node, before anything starts. */
export function refuseOldNode(): void {
  const refusal = nodeRefusal(process.version);
  if (refusal === null) return;
  console.error(`${refusal} (this is ${process.version})`);
  process.exit(1);
}
