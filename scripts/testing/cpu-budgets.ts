import type { FileReport } from './run-report.ts';

/** Of the CPU that all files of a gate use together: a share, because machines differ in speed. 15 s of 1,500. */
const usualPercent = 1;
/** The first file of a worker loads the server for those after it. */
const tolerance = 1.5;

/** Files that may use more, each with its reason. */
export const budgets: Readonly<Record<string, { percent: number; why: string }>> = {
  'server/test/faults/campaigns.test.ts': {
    percent: 2,
    why: 'a storm: three dialing processes, killed and started again until every lead was called',
  },
  'server/test/faults/carrier-calls.test.ts': {
    percent: 2,
    why: 'eleven ways in which calls of a carrier cross processes, each with two of its own',
  },
  'server/test/api/documents.test.ts': {
    percent: 2,
    why: 'the largest document, and the meaning of what is read',
  },
  'server/test/console/knowledge.test.ts': {
    percent: 3,
    why: 'the meaning of hundreds of passages is learned in it',
  },
  'server/test/console/dialog-screens.test.ts': {
    percent: 3,
    why: 'every dialog in both themes and on a phone',
  },
  'server/test/console/conversations.test.ts': { percent: 2, why: 'six states of the inbox in both themes' },
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
