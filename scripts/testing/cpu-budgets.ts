import type { FileReport } from './run-report.ts';

/** Of the CPU that all files of a gate use together: a share, because machines differ in speed. */
const usualPercent = 2;
/** The first file of a worker loads the server for those after it. */
const tolerance = 1.5;

/** Files that may use more, each with its reason. */
export const budgets: Readonly<Record<string, { percent: number; why: string }>> = {
  'server/test/console/knowledge.test.ts': {
    percent: 4,
    why: 'the meaning of hundreds of passages is learned in it',
  },
};

/** One line for each file of a whole gate that used more than its budget and half of it again. */
export function overBudget(files: readonly FileReport[]): string[] {
  const allSeconds = files.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
  return files.flatMap(({ file, cpuSeconds, retried }) => {
    const budget = budgets[file]?.percent ?? usualPercent;
    const percent = (100 * cpuSeconds) / allSeconds;
    // A second try costs as much again, and is listed as a defect already.
    if (percent <= budget * tolerance || retried.length > 0) return [];
    return [
      `${file} used ${cpuSeconds.toFixed(1)} s, ${percent.toFixed(1)} % of the CPU of all files; its budget is ${budget} %.`,
    ];
  });
}
