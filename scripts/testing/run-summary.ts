import type { FileReport } from './run-report.ts';
import type { StageResult } from './stages.ts';

const mostFiles = 30;

/** The slowest files, most wall time first, as lines of a table. */
export function slowestFiles(files: readonly FileReport[]): string[] {
  const slowest = files.toSorted((a, b) => b.wallSeconds - a.wallSeconds).slice(0, mostFiles);
  if (slowest.length === 0) return [];
  return [
    '    wall     CPU  tests',
    ...slowest.map(({ wallSeconds, cpuSeconds, tests, project, file }) =>
      [seconds(wallSeconds), seconds(cpuSeconds), String(tests).padStart(7), ` ${file} (${project})`].join(
        '',
      ),
    ),
  ];
}

/** One line for each stage: its outcome, wall and CPU time. */
export function stageTable(stages: readonly StageResult[]): string[] {
  return stages.map(({ name, exitCode, wallSeconds, cpuSeconds }) => {
    const outcome = exitCode === 0 ? 'passed' : `FAILED (exit code ${exitCode})`;
    return `${outcome.padEnd(8)} ${name.padEnd(16)}${seconds(wallSeconds)} s wall${seconds(cpuSeconds)} s CPU`;
  });
}

/** One line for each test that passed or failed in a second try. */
export function retriedTests(files: readonly FileReport[]): string[] {
  return files.flatMap(({ file, project, retried }) =>
    retried.map(({ test, reason }) => `${file} > ${test} (${project})\n    ${firstLine(reason)}`),
  );
}

const seconds = (value: number): string => value.toFixed(1).padStart(8);

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? '';
