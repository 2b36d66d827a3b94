import type { FileReport } from './run-report.ts';

/** Percentage of the total CPU time of the gate's files, because machines differ in speed. */
const usualPercent = 2;
/** The first file of a worker loads the server for those after it. */
const tolerance = 1.5;

/** Files with a larger budget, and the reason. */
export const budgets: Readonly<Record<string, { percent: number; why: string }>> = {
  'server/test/console/knowledge.test.ts': {
    percent: 4,
    why: 'it computes embeddings of hundreds of passages',
  },
  'server/test/faults/campaigns.test.ts': {
    percent: 3,
    why: 'it starts a dialer process after each kill',
  },
};

/** One line for each file of a full gate run that used more than 1.5 times its budget. */
export function overBudget(files: readonly FileReport[]): string[] {
  const allSeconds = files.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
  return files.flatMap(({ file, cpuSeconds, retried }) => {
    const budget = budgets[file]?.percent ?? usualPercent;
    const percent = (100 * cpuSeconds) / allSeconds;
    // A retry doubles the cost, and is already listed as a defect.
    if (percent <= budget * tolerance || retried.length > 0) return [];
    return [
      `${file} used ${cpuSeconds.toFixed(1)} s, ${percent.toFixed(1)} % of the CPU of all files; its budget is ${budget} %.`,
    ];
  });
}
