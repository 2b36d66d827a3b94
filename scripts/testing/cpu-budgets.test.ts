import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { budgets, overBudget } from './cpu-budgets.ts';
import type { FileReport } from './run-report.ts';

const root = path.join(import.meta.dirname, '../..');
const [exception = ''] = Object.keys(budgets);

const used = (file: string, cpuSeconds: number, retried: FileReport['retried'] = []): FileReport => ({
  file,
  project: 'computes',
  tests: 1,
  wallSeconds: 1,
  cpuSeconds,
  retried,
  slowTests: {},
});

/** Checks these files in a run that took 1,000 s in total, the rest in small files. */
const among = (...files: FileReport[]): string[] => {
  const left = 1000 - files.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
  return overBudget([...files, ...Array.from({ length: 200 }, () => used('small.test.ts', left / 200))]);
};

it('reports a file that uses more than 1.5 times its budget', () => {
  expect(among(used('a.test.ts', 29.9), used('b.test.ts', 30.1))).toEqual([
    'b.test.ts used 30.1 s, 3.0 % of the CPU of all files; its budget is 2 %.',
  ]);
});

it('applies the budget of an exception', () => {
  const percent = budgets[exception]?.percent ?? 0;
  expect(among(used(exception, percent * 14))).toEqual([]);
  expect(among(used(exception, percent * 16))).toHaveLength(1);
});

it('ignores a file with a retried test', () => {
  expect(among(used('a.test.ts', 60, [{ test: 'passes in the end', reason: '' }]))).toEqual([]);
});

it.each(Object.keys(budgets))('has exceptions only for existing files: %s', (file) => {
  expect(existsSync(path.join(root, file))).toBe(true);
});
