import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { IS_WHOLE } from '../server/test/kit/run-size.ts';
import { type SourceTree, writeSourceTree } from './checks/kit/source-tree.ts';

interface Outcome {
  status: number | null;
  output: string;
}

/** Runs the named checks on a small tree. */
function verify(files: Record<string, string>, checks: string[]): Outcome {
  using tree = writeSourceTree({ 'package.json': '{"type":"module"}', ...files });
  return verifyIn(tree, checks);
}

function verifyIn(tree: SourceTree, checks: string[]): Outcome {
  const script = path.join(import.meta.dirname, 'verify.js');
  const child = spawnSync(process.execPath, [script, ...checks], { cwd: tree.root, encoding: 'utf8' });
  return { status: child.status, output: child.stdout + child.stderr };
}

it('prints one verdict and one time per check', () => {
  const { status, output } = verify({ 'README.md': '# Fine\n' }, ['structure', 'documents']);
  expect(output).toMatch(/✔ structure +\d+\.\d s +\d+\.\d s CPU\n/);
  expect(output).toMatch(/✔ documents +\d+\.\d s +\d+\.\d s CPU\n/);
  expect(output).toMatch(/All 2 checks passed in \d+\.\d s, \d+\.\d s CPU\.\n$/);
  expect(status).toBe(0);
});

it('fails if one check fails, prints its output, and still runs the others', () => {
  const { status, output } = verify({ 'README.md': '`gone.ts` `lost.ts`\n' }, ['structure', 'documents']);
  expect(output).toMatch(/✔ structure/);
  expect(output).toMatch(/✘ documents +\d+\.\d s +\d+\.\d s CPU\n/);
  expect(output).toContain('    README.md:1 gone.ts does not exist.');
  expect(output).toContain('    README.md:1 lost.ts does not exist.');
  expect(output).toMatch(/Failed after \d+\.\d s, \d+\.\d s CPU: documents\.\n$/);
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

it('lists the findings of words in a folder', () => {
  const { status, output } = verify({ 'widget/src/bell.ts': '' }, ['words', 'widget/src/']);
  expect(output).toMatch(/✔ words .* CPU\n {4}widget\/src\/bell\.ts:1 name: widget\/src\/bell\.ts\n/);
  expect(status).toBe(0);
});

it('refuses an unknown check', () => {
  const { status, output } = verify({}, ['dreams']);
  expect(output).toContain('Unknown check: dreams.');
  expect(status).toBe(1);
});

describe.runIf(IS_WHOLE)('with the cache of earlier runs', () => {
  const tsconfig = JSON.stringify({
    compilerOptions: { strict: true, types: [], noEmit: true, allowImportingTsExtensions: true },
    include: ['server'],
  });
  const biome = (quotes: string): string =>
    JSON.stringify({
      javascript: { formatter: { quoteStyle: quotes } },
      json: { formatter: { enabled: false } },
    });
  const sound = {
    'tsconfig.json': tsconfig,
    'package.json': '{ "type": "module" }\n',
    'knip.json': '{ "entry": ["server/src/main.ts"], "project": ["server/**/*.ts"] }\n',
    'biome.json': biome('single'),
    'server/src/main.ts': "import { limit } from './core/limit.ts';\n\nconsole.log(limit + 1);\n",
    'server/src/core/limit.ts': 'export const limit = 1;\n',
    'README.md': '`limit.ts`\n',
    // npm's record of package versions. Without it, nothing is cached.
    'node_modules/.package-lock.json': '{}\n',
  };
  const limit = 'server/src/core/limit.ts';
  const checks = ['types', 'format', 'unused', 'structure', 'arrows', 'documents'];

  it('notes the programs that had nothing to do', () => {
    using tree = writeSourceTree(sound);
    expect(verifyIn(tree, checks)).toMatchObject({ status: 0 });
    const { status, output } = verifyIn(tree, checks);
    for (const name of ['types', 'format', 'unused']) {
      expect(output).toMatch(new RegExp(`✔ ${name} .* unchanged\\n`));
    }
    expect(status).toBe(0);
  });

  const broken: [check: string, file: string, text: string, message: string][] = [
    ['types', limit, "export const limit: number = 'x';\n", "Type 'string' is not assignable"],
    ['types', limit, 'export const limit = null;\n', 'main.ts'],
    ['types', 'tsconfig.json', tsconfig.replace('"types":[]', '"types":["gone"]'), "'gone'"],
    ['types', 'server/src/new.ts', "export const one: number = 'x';\n", 'new.ts'],
    ['format', limit, 'export const limit=1\n', limit],
    ['format', 'biome.json', biome('double'), 'server/src/main.ts'],
    ['unused', limit, 'export const limit = 1;\nexport const other = 2;\n', 'other'],
    ['unused', 'server/src/main.ts', 'console.log(1);\n', limit],
    ['structure', limit, 'export const limit: any = 1;\n', `${limit}:1 any`],
    ['arrows', limit, "export * from '../db/client.ts';\n", `imports-resolve: ${limit}`],
    ['documents', 'README.md', '`limits.ts`\n', 'limits.ts does not exist'],
  ];
  for (const [check, file, text, message] of broken) {
    it(`${check} reports an error in ${file} until it is fixed: ${message}`, () => {
      using tree = writeSourceTree(sound);
      expect(verifyIn(tree, [check])).toMatchObject({ status: 0 });
      tree.write(file, text);
      for (const run of ['first', 'second']) {
        const { status, output } = verifyIn(tree, [check]);
        expect(output, run).toContain(message);
        expect(status, run).toBe(1);
      }
      tree.remove(file);
      const before = new Map(Object.entries(sound)).get(file);
      if (before !== undefined) tree.write(file, before);
      expect(verifyIn(tree, [check])).toMatchObject({ status: 0 });
    });
  }

  it('types reports errors after a file is removed', () => {
    using tree = writeSourceTree(sound);
    expect(verifyIn(tree, ['types'])).toMatchObject({ status: 0 });
    tree.remove(limit);
    expect(verifyIn(tree, ['types'])).toMatchObject({ status: 1 });
  });
});
