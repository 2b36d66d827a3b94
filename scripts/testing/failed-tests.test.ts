import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readFailedTests } from './failed-tests.ts';

const root = path.join(import.meta.dirname, '../..');
const reporter = JSON.stringify(path.join(import.meta.dirname, 'failed-tests.ts'));

/** What is told of a run of vitest over one file. */
function failuresOf(tests: string): { lines: string[]; status: number | null } {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-sample-'));
  const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text);
  try {
    symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    write('sample.test.ts', `import { beforeAll, describe, expect, it } from 'vitest';\n${tests}`);
    write(
      'vitest.config.mjs',
      `import { FailedTests } from ${reporter}; export default { test: { reporters: [new FailedTests('failed')] } };`,
    );
    const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
    const { status } = spawnSync(process.execPath, [vitest, 'run'], { cwd: folder });
    return { lines: readFailedTests(path.join(folder, 'failed')), status };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it('tells every failed test, hook and unhandled error with its message and place, and nothing of what passed', () => {
  const { lines, status } = failuresOf(`
    describe('group', () => {
      it('fails', () => { expect(1).toBe(2); });
      it('passes', () => {});
      it('passes, and leaves a rejection', () => { Promise.reject(new Error('lost')); });
    });
    describe('hooked', () => { beforeAll(() => { throw new Error('no hook'); }); it('never runs', () => {}); });
  `);
  const text = lines.join('\n');
  expect(text).toContain('sample.test.ts > group > fails\n    AssertionError: expected 1 to be 2');
  expect(text).toContain('sample.test.ts > hooked\n    Error: no hook\n        at ');
  expect(text).toContain('Unhandled error\n    Error: lost\n        at ');
  expect(text).not.toContain('passes');
  expect(status).toBe(1);
});

it('tells of a file that cannot be loaded', () => {
  const { lines, status } = failuresOf(`import './gone.ts';`);
  expect(lines[0]).toBe('sample.test.ts');
  expect(lines[1]).toContain('gone.ts');
  expect(status).toBe(1);
});

it('tells nothing where nothing failed', () => {
  expect(failuresOf(`it('passes', () => {});`)).toEqual({ lines: [], status: 0 });
});
