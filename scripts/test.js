/** `npm test`: every check, then every test twice: on the embedded database and on a PostgreSQL 15 server. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureDebianPackages } from './testing/debian-packages.js';
import { readFailedTests } from './testing/failed-tests.ts';
import { hasServerPostgres, startThrowawayPostgres } from './testing/throwaway-postgres.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const nothingMayBeMissing = Boolean(process.env.CI) && process.env.CI !== 'false';
const vitestArguments = process.argv.slice(2);
/** A stage that hangs must end while its output can still be read: whoever runs all of this waits 90 minutes. */
const stageTimeoutMs = 66 * 60_000;
const allTimeoutMs = 85 * 60_000;
let interrupted = false;

/** Runs a program of the project on this terminal; its exit code. */
function run(args, environment = {}) {
  if (interrupted) return -1;
  const { DATABASE_URL: _, ...env } = process.env;
  // Whole milliseconds: `spawn` refuses parts of one.
  const timeout = Math.max(1, Math.min(stageTimeoutMs, Math.floor(allTimeoutMs - performance.now())));
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: 'inherit',
      env: { ...env, ...environment },
      timeout,
    });
    children.add(child);
    child.once('error', () => resolve(-1));
    child.once('exit', (code, signal) => {
      children.delete(child);
      if (signal !== null)
        console.error(`Ended by ${signal}, or after ${Math.round(timeout / 60_000)} minutes.`);
      resolve(code ?? -1);
    });
  });
}

const children = new Set();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    interrupted = true;
    for (const child of children) child.kill(signal);
  });
}

/** What failed, told once more at the very end. */
const failures = [];

async function vitest(environment, flags = []) {
  const folder = mkdtempSync(join(tmpdir(), 'parley-tests-'));
  const failedTests = join(folder, 'failed');
  try {
    return await run(['node_modules/vitest/vitest.mjs', 'run', ...flags, ...vitestArguments], {
      ...environment,
      PARLEY_FAILED_TESTS: failedTests,
    });
  } finally {
    failures.push(...readFailedTests(failedTests));
    rmSync(folder, { recursive: true });
  }
}

/** What no second PostgreSQL can make come out differently: itself, scripts, pages and vendors over what is tested on both, and what has no database. */
const withoutServer = [
  ...['server/src/db/embedded/**', 'scripts/**', 'bench/**', 'contract/**'],
  ...[
    'console/**',
    'widget/**',
    'server/src/agent/**',
    'server/src/cli/**',
    'server/src/config/**',
    'server/src/core/**',
    'server/src/telephony/**',
    'server/test/telephony/**',
    'server/test/browsers/**',
    'server/test/console/**',
    'server/test/widget/**',
    'server/test/engines/**',
    'server/test/voice/**',
    'server/src/voice/**',
    'server/src/providers/**',
  ],
].map((pattern) => `--exclude=${pattern}`);
if (vitestArguments.length > 0) withoutServer.push('--passWithNoTests');

async function onServerPostgres() {
  const server = await startThrowawayPostgres();
  try {
    return await vitest({ DATABASE_URL: server.url }, withoutServer);
  } finally {
    await server.stop();
  }
}

/** A stage's name, and its exit code or why it did not run. */
const results = [];
async function stage(name, work) {
  console.log(`\n── ${name} ──`);
  const exitCode = await work().catch((error) => {
    console.error(error);
    return -1;
  });
  results.push({ name, exitCode });
}

const missing = ensureDebianPackages();
for (const line of missing) console.error(`MISSING: ${line}`);
if (missing.length > 0 && nothingMayBeMissing) {
  console.error('With CI set nothing may be skipped.');
  results.push({ name: 'Debian packages', exitCode: 1 });
}
if (existsSync(`${root}/scripts/verify.js`)) await stage('verify', async () => run(['scripts/verify.js']));
await stage('tests on the embedded PostgreSQL', () => vitest({}));
if (hasServerPostgres()) await stage('tests on a PostgreSQL 15 server', onServerPostgres);
else results.push({ name: 'tests on a PostgreSQL 15 server', exitCode: null });

console.log('');
for (const line of failures) console.log(line);
for (const { name, exitCode } of results) {
  const outcome =
    exitCode === null ? 'SKIPPED' : exitCode === 0 ? 'passed' : `FAILED (exit code ${exitCode})`;
  console.log(`${outcome.padEnd(8)} ${name}`);
}
for (const line of missing) console.log(`MISSING  ${line}`);
const failed = results.some(({ exitCode }) => exitCode !== 0 && exitCode !== null);
process.exitCode = failed || interrupted ? 1 : 0;
