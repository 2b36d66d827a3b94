import type { FileReport } from './run-report.ts';

/** CPU seconds that a test file may use. */
const usualSeconds = 15;
/** Machines differ, and the first file of a worker loads the server for those after it. */
const tolerance = 1.5;

/** Files that may use more, each with its reason. */
export const budgets: Readonly<Record<string, { seconds: number; why: string }>> = {
  'server/test/faults/campaigns.test.ts': {
    seconds: 40,
    why: 'a storm: three dialing processes, killed and started again until every lead was called',
  },
};

/** One line for each file that used more than its budget and half of it again. */
export function overBudget(files: readonly FileReport[]): string[] {
  return files.flatMap(({ file, cpuSeconds, retried }) => {
    const seconds = budgets[file]?.seconds ?? usualSeconds;
    // A second try costs as much again, and is listed as a defect already.
    if (cpuSeconds <= seconds * tolerance || retried.length > 0) return [];
    return [`${file} used ${cpuSeconds.toFixed(1)} s of CPU; its budget is ${seconds} s.`];
  });
}
