import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { budgets, overBudget } from './cpu-budgets.ts';
import type { FileReport } from './run-report.ts';

const root = path.join(import.meta.dirname, '../..');
const [exception = ''] = Object.keys(budgets);

const used = (file: string, cpuSeconds: number, retried: string[] = []): FileReport => ({
  file,
  project: 'computes',
  tests: 1,
  wallSeconds: 1,
  cpuSeconds,
  retried,
  slowTests: {},
});

it('names a file that uses more than one and a half times its budget', () => {
  expect(overBudget([used('a.test.ts', 22.4), used('b.test.ts', 22.6)])).toEqual([
    'b.test.ts used 22.6 s of CPU; its budget is 15 s.',
  ]);
});

it('allows an exception its own budget', () => {
  const seconds = budgets[exception]?.seconds ?? 0;
  expect(overBudget([used(exception, seconds * 1.4)])).toEqual([]);
  expect(overBudget([used(exception, seconds * 1.6)])).toHaveLength(1);
});

it('leaves out a file that needed a second try', () => {
  expect(overBudget([used('a.test.ts', 30, ['passes in the end'])])).toEqual([]);
});

it.each(Object.keys(budgets))('has an exception for a file that exists: %s', (file) => {
  expect(existsSync(path.join(root, file))).toBe(true);
});
