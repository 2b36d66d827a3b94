import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

interface DebianPackage {
  name: string;
  /** What it brings: a program, in the PATH or at a path, or another file. */
  program?: string;
  file?: string;
  use: string;
}

const packages: readonly DebianPackage[] = [
  { name: 'chromium', program: 'chromium', use: 'browser tests with a microphone' },
  { name: 'chromium-headless-shell', program: 'chromium-headless-shell', use: 'browser tests' },
  { name: 'firefox-esr', program: '/usr/lib/firefox-esr/firefox-esr', use: 'browser tests in Firefox' },
  {
    name: 'postgresql-15',
    program: '/usr/lib/postgresql/15/bin/initdb',
    use: 'tests on a PostgreSQL server',
  },
  { name: 'baresip-core', program: 'baresip', use: 'telephone tests with a softphone' },
  { name: 'kamailio', program: '/usr/sbin/kamailio', use: 'telephone tests with a proxy' },
  { name: 'sip-tester', program: 'sipp', use: 'telephone tests and the benchmark of signalling' },
  { name: 'poppler-utils', program: 'pdftotext', use: 'document tests' },
  { name: 'espeak-ng', program: 'espeak-ng', use: 'tests of its voices' },
  {
    name: 'pocketsphinx',
    program: 'pocketsphinx_continuous',
    use: 'tests of speech that is heard without a key',
  },
  {
    name: 'pocketsphinx-en-us',
    file: '/usr/share/pocketsphinx/model/en-us/cmudict-en-us.dict',
    use: 'tests of speech that is heard without a key',
  },
];

/**
 * Installs what is missing where it may, as root with apt-get, and says so first; elsewhere says how to install it.
 *
 * @returns one line for each package that is still missing
 */
export function ensureDebianPackages(): string[] {
  const missing = packages.filter(isMissing);
  if (missing.length === 0) return [];
  const names = missing.map(({ name }) => name).join(' ');
  if (mayInstall()) {
    console.log(`Installing Debian packages that tests need (1 to 2 minutes; up to 1.2 GB): ${names}`);
    install(missing);
  } else {
    console.log(`Tests that need these Debian packages fail or are skipped: apt-get install ${names}`);
  }
  return missing
    .filter(isMissing)
    .map(({ name, use }) => `Debian package ${name} is missing: needed for ${use}.`);
}

function isMissing({ program, file }: Pick<DebianPackage, 'program' | 'file'>): boolean {
  if (file !== undefined) return !existsSync(file);
  if (program === undefined || program.startsWith('/')) return !isExecutable(program ?? '');
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return !folders.some((folder) => isExecutable(join(folder, program)));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function mayInstall(): boolean {
  return process.getuid?.() === 0 && !isMissing({ program: 'apt-get' });
}

function install(missing: readonly DebianPackage[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const names = missing.map(({ name }) => name);
  spawnSync('apt-get', ['update', '-q'], { stdio: 'inherit', env });
  spawnSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...names], {
    stdio: 'inherit',
    env,
  });
}
