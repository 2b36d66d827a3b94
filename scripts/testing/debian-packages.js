import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** What the tests use beside npm packages: the Debian package and a program, or another file, that it brings. */
const packages = [
  { name: 'chromium', program: 'chromium', use: 'browser tests with a microphone' },
  { name: 'chromium-headless-shell', program: 'chromium-headless-shell', use: 'browser tests' },
  { name: 'firefox-esr', program: '/usr/lib/firefox-esr/firefox-esr', use: 'browser tests in Firefox' },
  {
    name: 'postgresql-15',
    program: '/usr/lib/postgresql/15/bin/initdb',
    use: 'the second run, on a PostgreSQL server',
  },
  { name: 'baresip-core', program: 'baresip', use: 'telephone tests with a softphone' },
  { name: 'kamailio', program: '/usr/sbin/kamailio', use: 'telephone tests with a proxy' },
  { name: 'sip-tester', program: 'sipp', use: 'telephone tests and the benchmark of signalling' },
  { name: 'poppler-utils', program: 'pdftotext', use: 'document tests' },
  { name: 'espeak-ng', program: 'espeak-ng', use: 'tests of its voices' },
  { name: 'pocketsphinx', program: 'pocketsphinx_continuous', use: 'tests that are heard without a key' },
  {
    name: 'pocketsphinx-en-us',
    file: '/usr/share/pocketsphinx/model/en-us/cmudict-en-us.dict',
    use: 'tests that are heard without a key',
  },
];

/**
 * Installs what is missing where it may (root, apt-get).
 *
 * @returns {string[]} one line for each package that is still missing
 */
export function ensureDebianPackages() {
  const missing = packages.filter(isMissing);
  if (missing.length > 0 && mayInstall()) install(missing.map(({ name }) => name));
  return missing
    .filter(isMissing)
    .map(({ name, use }) => `Debian package ${name} is missing: needed for ${use}.`);
}

function isMissing({ program, file }) {
  if (file !== undefined) return !existsSync(file);
  const folders = (process.env.PATH ?? '').split(delimiter);
  const candidates = program.startsWith('/') ? [program] : folders.map((folder) => join(folder, program));
  return !candidates.some(isExecutable);
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function mayInstall() {
  return process.getuid?.() === 0 && !isMissing({ program: 'apt-get' });
}

function install(names) {
  console.log(`Installing Debian packages for the tests: ${names.join(' ')}.`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update', '-q'], { stdio: 'inherit', env });
  spawnSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...names], {
    stdio: 'inherit',
    env,
  });
}
