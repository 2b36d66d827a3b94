import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { changedFiles, changedTests, kindsOfChange } from './changed-tests.ts';
import { overBudget } from './cpu-budgets.ts';
import { ensureDebianPackages } from './debian-packages.ts';
import { cpuSecondsOfTree } from './processes.ts';
import { changedPlan, gatePlan, nightlyPlan, type PlanOptions, reportPath } from './run-plan.ts';
import { type RunReportData, readRunReport } from './run-report.ts';
import { retriedTests, slowestFiles, stageTable } from './run-summary.ts';
import { type Stage, type StageResult, StageRunner } from './stages.ts';
import { openMemoryFolder } from './temporary-folder.ts';
import { hasServerPostgres, startThrowawayPostgres } from './throwaway-postgres.ts';

const mayMiss = !process.env['CI'] || process.env['CI'] === 'false';

const introductions = {
  gate: 'npm test: all checks and tests, 20 to 45 minutes on two free cores.',
  changed: 'npm run test:changed: the checks, and the tests affected by changed files.',
  nightly: 'npm run test:nightly: all tests at full size on both databases, several hours.',
};
type Mode = keyof typeof introductions;

/**
 * Runs `npm test`.
 * @param words `--changed`, `--nightly` or names of test files, then arguments for Vitest
 * @returns the exit code: 0 if everything passed and no required package was missing
 */
export async function runTests(root: string, words: readonly string[]): Promise<number> {
  const [first = '--gate', ...rest] = words;
  const mode = (['gate', 'changed', 'nightly'] as const).find((name) => first === `--${name}`);
  using memoryFolder = openMemoryFolder();
  if (memoryFolder !== null) process.env['TMPDIR'] = memoryFolder.path;
  // Await here, because the folder is removed when this function returns.
  return await (mode === undefined ? runFiles(root, words) : runMode(root, mode, rest));
}

/** Runs only the named files, with Vitest's own output. */
async function runFiles(root: string, words: readonly string[]): Promise<number> {
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...words];
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  const [code] = await once(child, 'exit');
  return typeof code === 'number' ? code : 1;
}

async function runMode(root: string, mode: Mode, filters: readonly string[]): Promise<number> {
  const startedAt = performance.now();
  console.log(introductions[mode]);
  const missing = ensureDebianPackages();
  const results = path.resolve(root, process.env['PARLEY_TEST_RESULTS'] ?? 'test-results');
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
  await using server = hasServerPostgres() ? await startThrowawayPostgres() : null;
  const runner = new StageRunner({
    root,
    environment: process.env,
    print: console.log,
    cpuSampleMs: 3000,
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => runner.stop(signal));
  const plan = planOf(root, mode, { serverUrl: server?.url ?? null, results, filters });
  const stages = await runner.runAll(plan);
  const reports = stages.map(({ name }) => readRunReport(reportPath(results, name)));
  const wallSeconds = (performance.now() - startedAt) / 1000;
  const isWholeGate = mode === 'gate' && filters.length === 0;
  return conclude({ results, stages, reports, missing, wallSeconds, isWholeGate });
}

function planOf(root: string, mode: Mode, options: PlanOptions): Stage[] {
  if (mode === 'gate') return gatePlan(options, kindsOfChange(changedFiles(root)));
  if (mode === 'nightly') return nightlyPlan(options);
  const changes = changedTests(root);
  const count = changes.tests === 'all' ? 'all' : changes.tests.length;
  console.log(`${changes.changed.length} changed files affect ${count} test files.`);
  return changedPlan(changes, options);
}

interface Outcome {
  results: string;
  stages: readonly StageResult[];
  reports: readonly (RunReportData | null)[];
  /** Debian packages, one line each. */
  missing: readonly string[];
  wallSeconds: number;
  /** True for a full gate run. Only then are file budgets checked: they are percentages of the run's CPU time. */
  isWholeGate: boolean;
}

/** Prints the summary, most important part last, and stores all results as JSON. */
function conclude({ results, stages, reports, missing, wallSeconds, isWholeGate }: Outcome): number {
  const files = reports.flatMap((report) => report?.files ?? []);
  const byWall = files.toSorted((a, b) => b.wallSeconds - a.wallSeconds);
  const cpuSeconds = cpuSecondsOfTree(process.pid);
  writeFileSync(
    path.join(results, 'files.json'),
    JSON.stringify({ wallSeconds, cpuSeconds, stages, files: byWall }, null, 1),
  );
  const failures = reports.flatMap((report) => report?.failures ?? []);
  const exceeded = isWholeGate ? overBudget(files) : [];
  const retried = retriedTests(files);
  const print = (title: string, lines: readonly string[]): void => {
    if (lines.length > 0) console.log(`\n${title}\n${lines.join('\n')}`);
  };
  print('The slowest files, in seconds', slowestFiles(files));
  print('Failed', failures);
  print('Over their CPU budget (scripts/testing/cpu-budgets.ts)', exceeded);
  print('Stages', stageTable(stages));
  console.log(`${Math.round(wallSeconds)} s wall, ${Math.round(cpuSeconds)} s CPU; all files in ${results}.`);
  print('Missing', missing);
  print('Retried tests; each of them is a defect', retried);
  const hasFailed = exceeded.length > 0 || stages.some(({ exitCode }) => exitCode !== 0);
  return hasFailed || (missing.length > 0 && !mayMiss) ? 1 : 0;
}
