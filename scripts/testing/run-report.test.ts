import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { type RunReportData, readRunReport } from './run-report.ts';

const root = path.join(import.meta.dirname, '../..');
const reporter = JSON.stringify(path.join(import.meta.dirname, 'run-report.ts'));
const setup = JSON.stringify(path.join(import.meta.dirname, 'file-cost.ts'));

/** The report of a Vitest run over one file. */
function reportOn(tests: string): { report: RunReportData; status: number | null } {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-sample-'));
  const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text);
  try {
    symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    write('sample.test.ts', `import { beforeAll, describe, expect, it } from 'vitest';\n${tests}`);
    write(
      'vitest.config.mjs',
      `import { RunReport } from ${reporter};
       export default { test: { reporters: [new RunReport('report')], setupFiles: [${setup}], retry: 1 } };`,
    );
    const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
    const { status } = spawnSync(process.execPath, [vitest, 'run'], { cwd: folder });
    const report = readRunReport(path.join(folder, 'report'));
    if (report === null) throw new Error('Vitest wrote no report.');
    return { report, status };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it('lists every failed test, hook and unhandled error with its message and place', () => {
  const { report, status } = reportOn(`
    describe('group', () => {
      it('fails', () => { expect(1).toBe(2); });
      it('passes', () => {});
      it('passes, and leaves a rejection', () => { Promise.reject(new Error('lost')); });
    });
    describe('hooked', () => { beforeAll(() => { throw new Error('no hook'); }); it('never runs', () => {}); });
  `);
  const text = report.failures.join('\n');
  expect(text).toContain('sample.test.ts > group > fails\n    AssertionError: expected 1 to be 2');
  expect(text).toContain('sample.test.ts > hooked\n    Error: no hook\n        at ');
  expect(text).toContain('Unhandled error\n    Error: lost\n        at ');
  expect(text).not.toContain('passes');
  expect(status).toBe(1);
});

it('lists a file that fails to load', () => {
  const { report, status } = reportOn(`import './gone.ts';`);
  expect(report.failures[0]).toBe('sample.test.ts');
  expect(report.failures[1]).toContain('gone.ts');
  expect(status).toBe(1);
});

it('measures the CPU time of a file and its child processes, and counts its tests', () => {
  const { report, status } = reportOn(`
    import { spawnSync } from 'node:child_process';
    const spin = 'const end = process.cpuUsage().user + 400_000; while (process.cpuUsage().user < end);';
    it('computes elsewhere', () => { spawnSync(process.execPath, ['-e', spin]); });
    it('does nothing', () => {});
  `);
  expect(report).toMatchObject({ failures: [], files: [{ file: 'sample.test.ts', tests: 2, retried: [] }] });
  expect(report.files[0]?.cpuSeconds).toBeGreaterThan(0.4);
  expect(status).toBe(0);
});

it('lists retried tests', () => {
  const { report, status } = reportOn(`
    let tries = 0;
    describe('group', () => { it('passes in the end', () => { expect((tries += 1)).toBe(2); }); });
    it('passes', () => {});
  `);
  expect(report.files[0]?.retried).toEqual([
    { test: 'group > passes in the end', reason: expect.stringContaining('expected 1 to be 2') },
  ]);
  expect(status).toBe(0);
});
