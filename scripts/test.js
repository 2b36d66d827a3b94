/** `npm test`: every check, then the tests on the embedded database, and on a PostgreSQL 15 server what that one can change. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureDebianPackages } from './testing/debian-packages.js';
import { readFailedTests } from './testing/failed-tests.ts';
import { openMemoryFolder } from './testing/temporary-folder.js';
import { hasServerPostgres, startThrowawayPostgres } from './testing/throwaway-postgres.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const nothingMayBeMissing = Boolean(process.env.CI) && process.env.CI !== 'false';
const vitestArguments = process.argv.slice(2);
/** A stage that hangs must end while its output can still be read: whoever runs all of this waits 90 minutes. */
const stageTimeoutMs = 66 * 60_000;
const allTimeoutMs = 85 * 60_000;
let interrupted = false;

const memoryFolder = openMemoryFolder();
if (memoryFolder !== null) {
  process.env.TMPDIR = memoryFolder.path;
  process.once('exit', memoryFolder.remove);
}

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

/**
 * What no second PostgreSQL can make come out differently: itself, scripts, pages, vendors, sound and signalling over what is
 * tested on both, and what has no database.
 */
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
    'server/test/api/{call-command,chat-command,copied-installation,copied-rows,copy-command}.test.ts',
    'server/test/api/{embedding,offline-call-modes,sandbox-calls}.test.ts',
    'server/test/api/sip-{calls,carrier,extensions,inner-network,other-process}.test.ts',
    'server/test/faults/{carrier-calls,call-shutdown,copies-that-break,ingestion,killed-recordings,sip-*}.test.ts',
    'server/test/scenarios/!(campaign-days|campaign-edits|campaign-signalling).test.ts',
    'server/test/scenarios/calls/**',
    'server/src/modules/knowledge/extraction/**',
    'server/test/browsers/**',
    'server/test/console/**',
    'server/test/widget/**',
    'server/test/engines/**',
    'server/test/voice/**',
    'server/src/voice/**',
    'server/src/providers/**',
  ],
].map((pattern) => `--exclude=${pattern}`);

/** Kills among processes that share one PostgreSQL: where there is a server they are tested on it, as such installations are. */
const ofManyProcesses = [
  'server/test/faults/{burials,campaigns,carriers,channel-answers,claims-ahead,conversation-ends}.test.ts',
  'server/test/faults/{lead-import,messaging,number-purchase,places-of-the-dead,reply}.test.ts',
  'server/test/faults/{sms-storm,webhooks}.test.ts',
].map((pattern) => `--exclude=${pattern}`);

/** Files that are asked for may belong to one of the databases alone. */
const mayBeNone = vitestArguments.length > 0 ? ['--passWithNoTests'] : [];

async function onServerPostgres() {
  const server = await startThrowawayPostgres();
  try {
    return await vitest({ DATABASE_URL: server.url }, [...withoutServer, ...mayBeNone]);
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
const hasServer = hasServerPostgres();
const ofOneProcess = hasServer ? [...ofManyProcesses, ...mayBeNone] : [];
await stage('tests on the embedded PostgreSQL', () => vitest({}, ofOneProcess));
if (hasServer) await stage('tests on a PostgreSQL 15 server', onServerPostgres);
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
