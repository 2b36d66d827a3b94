import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';
import { writeSourceTree } from './checks/kit/source-tree.ts';

/** Runs the named checks over a small tree. */
function verify(files: Record<string, string>, checks: string[]): { status: number | null; output: string } {
  using tree = writeSourceTree({ 'package.json': '{"type":"module"}', ...files });
  const script = path.join(import.meta.dirname, 'verify.js');
  const child = spawnSync(process.execPath, [script, ...checks], { cwd: tree.root, encoding: 'utf8' });
  return { status: child.status, output: child.stdout + child.stderr };
}

it('passes with one verdict and one time per check', () => {
  const { status, output } = verify({ 'README.md': '# Fine\n' }, ['structure', 'documents']);
  expect(output).toMatch(/✔ structure +\d+\.\d s\n/);
  expect(output).toMatch(/✔ documents +\d+\.\d s\n/);
  expect(output).toMatch(/All 2 checks passed in \d+\.\d s\.\n$/);
  expect(status).toBe(0);
});

it('fails when one check fails, shows all that it said, and still runs the others', () => {
  const { status, output } = verify({ 'README.md': '`gone.ts` `lost.ts`\n' }, ['structure', 'documents']);
  expect(output).toMatch(/✔ structure/);
  expect(output).toMatch(/✘ documents +\d+\.\d s {3}exit code 1\n/);
  expect(output).toContain('    README.md:1 gone.ts does not exist.');
  expect(output).toContain('    README.md:1 lost.ts does not exist.');
  expect(output).toMatch(/Failed after \d+\.\d s: documents\.\n$/);
  expect(status).toBe(1);
});

it('finds type errors, unformatted code and unused files', () => {
  const tsconfig = '{"compilerOptions":{"strict":true,"types":[]},"include":["server"]}';
  const files = { 'tsconfig.json': tsconfig, 'server/src/core/a.ts': "export const a: number = 'x'\n" };
  const { status, output } = verify(files, ['types', 'format', 'unused']);
  expect(output).toContain("Type 'string' is not assignable to type 'number'");
  expect(output).toContain('Failed after');
  for (const name of ['types', 'format', 'unused']) expect(output).toContain(`✘ ${name}`);
  expect(status).toBe(1);
});

it('refuses a check that does not exist', () => {
  const { status, output } = verify({}, ['dreams']);
  expect(output).toContain('No check is called dreams.');
  expect(status).toBe(1);
});
