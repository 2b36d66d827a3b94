import { describe, expect, it } from 'vitest';
import { writeSourceTree } from '../kit/source-tree.ts';
import { Repository } from '../repository.ts';
import { checkStructure } from './check-structure.ts';

/** Violations in one file as `rule@line`. */
function broken(path: string, text: string): string[] {
  using tree = writeSourceTree({ [path]: text });
  return checkStructure(new Repository(tree.root)).findings.map(
    (finding) => `${finding.rule}@${finding.line}`,
  );
}

const code = (text: string) => broken('server/src/core/thing.ts', text);

describe('the syntax check', () => {
  const cases: [name: string, text: string, expected: string[]][] = [
    ['any', 'export const a: any = 1;\n', ['any@1']],
    ['a nested any', 'export const a = new Map<string, any[]>();\n', ['any@1']],
    ['any in comments and strings', "// any\nexport const a = 'any';\n", []],
    ['a cast', 'export const a = 1;\nexport const b = a as unknown;\n', ['cast@2']],
    ['a cast in angle brackets', 'export const b = <number>JSON.parse("1");\n', ['cast@1']],
    ['as const', 'export const b = [1, 2] as const;\n', []],
    ['a renamed import', "import { join as glue } from 'node:path';\nglue('a');\n", []],
    [
      'a cast in a helper with a casting name',
      'export function asThing(v: unknown): number {\n  if (v !== 1) throw new Error();\n  return v as number;\n}\n',
      [],
    ],
    [
      'a cast in a helper assigned to a constant',
      'export const asThing = (v: unknown) => {\n  return v as number;\n};\n',
      [],
    ],
    [
      'a cast outside the helper',
      'const asOne = () => 1;\nexport const a = asOne() as number;\n',
      ['cast@2'],
    ],
    ['a default export', 'export default 1;\n', ['default-export@1']],
    ['a re-export of everything', "export * from './other.ts';\n", ['barrel@1']],
    [
      'four parameters',
      'export function f(a = 1, b = 2, c = 3, d = 4) {\n  return a + b + c + d;\n}\n',
      ['parameters@1'],
    ],
    ['three parameters', 'export const f = (a = 1, b = 2, c = 3) => a + b + c;\n', []],
    [
      'a constructor with four parameters',
      'export class A {\n  constructor(a = 1, b = 2, c = 3, d = 4) {\n    f(a, b, c, d);\n  }\n}\n',
      ['parameters@2'],
    ],
    ['a use of process.env', 'export const a = process.env.PORT;\n', ['environment@1']],
    ['a use of process.env by index', "export const a = process.env['PORT'];\n", ['environment@1']],
    ['a destructured process.env', 'export const { env } = process;\n', ['environment@1']],
    ['an imported env', "import { env } from 'node:process';\nf(env);\n", ['environment@1']],
    [
      'a member named env of another object',
      'export const a = (config: { env: number }) => config.env;\n',
      [],
    ],
    ['a packed object', 'export const a = { ...{ b: 1, c: 2 }, d: 3 };\n', ['packed-literal@1']],
    ['a packed array', 'export const a = [\n  ...[1, 2],\n  3,\n];\n', ['packed-literal@2']],
    ['a conditional spread', 'export const a = { ...(b ? { c: 1 } : {}), d: 2 };\n', []],
    ['a spread variable', 'export const a = { ...b, c: 1 };\n', []],
    ['broken syntax', 'export const = 1;\n', ['parses@1']],
  ];
  for (const [name, text, expected] of cases) {
    it(`${expected.length > 0 ? 'reports' : 'allows'} ${name}`, () => {
      expect(code(text)).toEqual(expected);
    });
  }
});

describe('paths', () => {
  const cases: [path: string, expected: string[]][] = [
    ['server/src/core/utils.ts', ['drawer@1']],
    ['server/src/core/types.ts', ['drawer@1']],
    ['server/src/core/index.ts', ['barrel@1']],
    ['server/src/core/backOff.ts', ['file-name@1']],
    ['server/src/core/back-off.ts', []],
    ['server/src/core/back-off.worker.ts', []],
    ['server/src/modules/calls/actions.ts', []],
    ['server/src/modules/calls/jobs.handlers.ts', []],
    ['server/src/modules/calls/dialing/pick.ts', []],
    ['server/src/modules/calls/service.ts', ['module-file@1']],
    ['server/src/modules/gadgets/actions.ts', ['module-name@1']],
    ['server/src/core/clock.test.ts', ['lonely-test@1']],
    ['server/test/api/walk.test.ts', []],
    ['server/src/core/fixtures/Odd_name.ts', []],
    ['server/src/config/environment.ts', []],
  ];
  for (const [path, expected] of cases) {
    it(`${path}: ${expected.join() || 'fine'}`, () => {
      expect(broken(path, 'export const a = 1;\n')).toEqual(expected);
    });
  }

  it('allow the configuration to read the environment and config files to export a default', () => {
    expect(broken('server/src/config/environment.ts', 'export const a = process.env.PORT;\n')).toEqual([]);
    expect(broken('vitest.config.ts', 'export default {};\n')).toEqual([]);
  });
});

it('refuses crypto.randomUUID in browser code', () => {
  const text = 'export const key = crypto.randomUUID();\n';
  expect(broken('console/src/lib/key.ts', text)).toEqual(['https-only@1']);
  expect(broken('widget/src/key.ts', text)).toEqual(['https-only@1']);
  expect(broken('server/src/core/key.ts', text)).toEqual([]);
});

describe('overrides', () => {
  it('an allow comment with a reason applies to its own line', () => {
    expect(code('export const a = b as C; // allow cast: the driver types rows as any.\n')).toEqual([]);
  });

  it('an allow comment of several lines applies to the next code line', () => {
    const text =
      '// allow cast: the driver types its rows\n// as any, we know better.\nexport const a = b as C;\n';
    expect(code(text)).toEqual([]);
  });

  it('an allow comment on the first line applies to the whole file', () => {
    const text = '// allow drawer: the name of a file that a tool requires.\nexport const a = 1;\n';
    expect(broken('server/src/core/types.ts', text)).toEqual([]);
  });

  it('an allow comment without a reason is refused', () => {
    expect(code('export const a = b as C; // allow cast\n')).toEqual(['override@1']);
    expect(code('export const a = b as C; // allow cast: why not\n')).toEqual(['override@1']);
  });

  it('an allow comment applies to one rule at one place', () => {
    expect(code('export const a: any = b as C; // allow cast: the driver types rows as any.\n')).toEqual([
      'any@1',
    ]);
    expect(code('// allow cast: the driver types rows as any.\nf();\nexport const a = b as C;\n')).toEqual([
      'cast@3',
      'override@1',
    ]);
  });

  it('an allow comment without a violation is reported', () => {
    expect(code('// allow any: the driver types rows as any.\nexport const a = 1;\n')).toEqual([
      'override@1',
    ]);
  });
});
