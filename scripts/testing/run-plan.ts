import { randomInt } from 'node:crypto';
import path from 'node:path';
import type { ChangedTests, KindsOfChange } from './changed-tests.ts';
import type { Stage } from './stages.ts';

const minuteMs = 60_000;
/** Limit for a stage that hangs. */
const timeouts = { gateMs: 75 * minuteMs, nightlyMs: 240 * minuteMs };

export interface PlanOptions {
  /** URL of a PostgreSQL 15 server; null if it is not installed. */
  serverUrl: string | null;
  /** Folder of the stages' reports. */
  results: string;
  /** Arguments for Vitest: file names, or `-t` and a test name. */
  filters: readonly string[];
}

/** The checks, the tests that run for every change, and those that these kinds of change need. */
export function gatePlan(options: PlanOptions, { ofPages, ofStatements }: KindsOfChange): Stage[] {
  const environment = {
    PARLEY_TEST_RUN: 'gate',
    PARLEY_TEST_ALL_PAGES: String(ofPages),
    PARLEY_TEST_ALL_STATEMENTS: String(ofStatements),
    // Tests of several processes on one database use the server if there is one.
    PARLEY_TEST_HAS_SERVER: String(options.serverUrl !== null),
  };
  return testPlan(options, { environment, timeoutMs: timeouts.gateMs });
}

/** All tests in full size, on both databases, with new random values. */
export function nightlyPlan(options: PlanOptions): Stage[] {
  const seed = process.env['PARLEY_TEST_SEED'] ?? String(randomInt(2 ** 31));
  console.log(`To repeat this run's random values, set PARLEY_TEST_SEED=${seed}.`);
  const environment = {
    PARLEY_TEST_RUN: 'nightly',
    PARLEY_TEST_SEED: seed,
    // Screenshots for visual review.
    PARLEY_SCREENSHOTS: path.join(options.results, 'screenshots'),
  };
  const soak: Stage = {
    name: 'soak',
    args: ['bench/run.ts', 'soak'],
    environment: { BENCH_SOAK_CALLS: '2000' },
    timeoutMs: timeouts.nightlyMs,
    canWait: false,
  };
  return [...testPlan(options, { environment, timeoutMs: timeouts.nightlyMs }), soak];
}

/** The checks, and the gate's tests that the changes can break. After changes of SQL, these tests also run on a server. */
export function changedPlan({ tests, kinds }: ChangedTests, options: PlanOptions): Stage[] {
  if (tests === 'all') return gatePlan(options, kinds);
  if (tests.length === 0) return [checks];
  return testPlan(
    {
      ...options,
      serverUrl: kinds.ofStatements ? options.serverUrl : null,
      filters: [...tests, ...options.filters],
    },
    { environment: { PARLEY_TEST_RUN: 'changed' }, timeoutMs: timeouts.gateMs },
  );
}

const checks: Stage = {
  name: 'verify',
  args: ['scripts/verify.js'],
  environment: {},
  timeoutMs: timeouts.gateMs,
  canWait: true,
};

type TestSettings = Pick<Stage, 'environment' | 'timeoutMs'>;

function testPlan({ serverUrl, results, filters }: PlanOptions, settings: TestSettings): Stage[] {
  const tests = (project: string, environment = {}): Stage => ({
    name: project,
    args: ['node_modules/vitest/vitest.mjs', 'run', '--passWithNoTests', '--project', project, ...filters],
    environment: {
      ...settings.environment,
      ...environment,
      PARLEY_TEST_REPORT: reportPath(results, project),
    },
    timeoutMs: settings.timeoutMs,
    // All other projects include real-time tests: calls, leases, kills.
    canWait: project === 'computes',
  });
  const stages = [tests('waits'), checks, tests('browsers'), tests('computes')];
  if (serverUrl !== null) stages.push(tests('server-postgres', { DATABASE_URL: serverUrl }));
  return stages;
}

export const reportPath = (results: string, project: string): string => path.join(results, `${project}.json`);
