import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { z } from 'zod';

type ReportedError = Parameters<NonNullable<Reporter['onTestRunEnd']>>[1][number];

const mostLinesOfAnError = 6;
const slowFromSeconds = 5;

const fileReport = z.object({
  file: z.string(),
  /** Name of a project in vitest.config.ts. */
  project: z.string(),
  tests: z.int(),
  wallSeconds: z.number(),
  /** CPU time of the file's worker and its child processes, including a shared browser, without PostgreSQL. */
  cpuSeconds: z.number(),
  /** Tests that ran a second time: full name, and why the first attempt failed. */
  retried: z.array(z.object({ test: z.string(), reason: z.string() })),
  /** Seconds of slow tests, by full name. */
  slowTests: z.record(z.string(), z.number()),
});
export type FileReport = z.infer<typeof fileReport>;

const runReport = z.object({
  files: z.array(fileReport),
  /** Lines of text: each failure's place, message and stack. */
  failures: z.array(z.string()),
});
export type RunReportData = z.infer<typeof runReport>;

/**
 * A Vitest reporter that writes the cost and the failures of each file as JSON. `npm test` reads the reports of several
 * runs and prints the failures at the end.
 */
export class RunReport implements Reporter {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly ReportedError[]): void {
    const report: RunReportData = {
      files: modules.map(reportOf),
      failures: [
        ...modules.flatMap(failuresOf),
        ...unhandledErrors.flatMap((error) => linesOf('Unhandled error', error)),
      ],
    };
    mkdirSync(path.dirname(this.#path), { recursive: true });
    writeFileSync(this.#path, JSON.stringify(report));
  }
}

/** Null if Vitest ended before writing it. */
export function readRunReport(path: string): RunReportData | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return null;
  }
  return runReport.parse(JSON.parse(text));
}

function reportOf(module: TestModule): FileReport {
  const tests = [...module.children.allTests()];
  const { wallSeconds = 0, cpuSeconds = 0 } = module.meta().cost ?? {};
  return {
    file: module.relativeModuleId,
    project: module.project.name,
    tests: tests.length,
    wallSeconds,
    cpuSeconds,
    retried: tests
      .filter((test) => (test.diagnostic()?.retryCount ?? 0) > 0)
      .map((test) => ({ test: test.fullName, reason: test.result().errors?.[0]?.message ?? '' })),
    slowTests: Object.fromEntries(
      tests.flatMap((test) => {
        const seconds = (test.diagnostic()?.duration ?? 0) / 1000;
        return seconds < slowFromSeconds ? [] : [[test.fullName, seconds]];
      }),
    ),
  };
}

/** Files that failed to load, failed hooks, and all tests. */
function failuresOf(module: TestModule): string[] {
  const file = module.relativeModuleId;
  const own = module.errors().flatMap((error) => linesOf(file, error));
  const suites = [...module.children.allSuites()].flatMap((suite) =>
    suite.errors().flatMap((error) => linesOf(`${file} > ${suite.fullName}`, error)),
  );
  const tests = [...module.children.allTests('failed')].flatMap((test) =>
    (test.result().errors ?? []).flatMap((error) => linesOf(`${file} > ${test.fullName}`, error)),
  );
  return [...own, ...suites, ...tests];
}

function linesOf(where: string, { message, stack = message }: ReportedError): string[] {
  const text = stack.includes(message) ? stack : `${message}\n${stack}`;
  const ours = text.split('\n').filter((line) => !/node_modules|<anonymous>/.test(line));
  return [where, ...ours.slice(0, mostLinesOfAnError).map((line) => `    ${line}`)];
}
