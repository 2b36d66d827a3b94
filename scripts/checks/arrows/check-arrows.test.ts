import { describe, expect, it } from 'vitest';
import { writeSourceTree } from '../kit/source-tree.ts';
import { Repository } from '../repository.ts';
import { checkArrows } from './check-arrows.ts';

const packageJson = JSON.stringify({
  type: 'module',
  imports: { '#contract/*': './contract/src/*' },
  devDependencies: { 'left-over': '1.0.0' },
});
const thing = 'export interface Thing { id: number }\nexport const thing = 1;\n';
const module = (name: string) => `server/src/modules/${name}`;

/** Names of the rules that a tree of `files` breaks. Importing a file that is not in it breaks `imports-resolve`. */
async function brokenRules(files: Record<string, string>): Promise<string[]> {
  using tree = writeSourceTree({ 'package.json': packageJson, ...files });
  const { violations } = checkArrows(new Repository(tree.root));
  return [...new Set(violations.map((violation) => violation.rule))].sort();
}

/** The rules broken by one import from one file to another. */
function brokenBy(from: string, to: string, statement: (specifier: string) => string): Promise<string[]> {
  const up = '../'.repeat(from.split('/').length - 1);
  return brokenRules({ [from]: statement(`${up}${to}`), [to]: thing });
}

const value = (specifier: string) => `export { thing } from '${specifier}';\n`;
const typeOnly = (specifier: string) =>
  `import type { Thing } from '${specifier}';\nexport const one: Thing = { id: 1 };\n`;

describe('the import check', () => {
  const forbidden = ['server/src/core/clock.ts', 'server/src/db/client.ts'] as const;
  const ways: Record<string, (specifier: string) => string> = {
    'an imported value': value,
    'a type-only import': typeOnly,
    'a type among values': (s) => `import { type Thing } from '${s}';\nexport type Two = Thing;\n`,
    'a re-exported type': (s) => `export type { Thing } from '${s}';\n`,
    'an inline type import': (s) => `export type Two = import('${s}').Thing;\n`,
    'a nested inline type import': (s) =>
      `export function f(a: Map<string, import('${s}').Thing[]>): number { return a.size; }\n`,
    'a dynamic import': (s) => `export const load = () => import('${s}');\n`,
    'a side-effect import': (s) => `import '${s}';\n`,
  };
  for (const [name, statement] of Object.entries(ways)) {
    it(`sees ${name}`, async () => {
      expect(await brokenBy(...forbidden, statement)).toEqual(['core-sees-only-itself']);
    });
  }

  it('follows #contract imports, types included', async () => {
    const files = {
      'server/src/core/ids.ts':
        "import type { Thing } from '#contract/things.ts';\nexport type Two = Thing;\n",
      'contract/src/things.ts': thing,
    };
    expect(await brokenRules(files)).toEqual(['core-sees-only-itself']);
  });

  it('reports an unresolved import', async () => {
    expect(await brokenRules({ 'server/src/core/ids.ts': "export * from './gone.ts';\n" })).toEqual([
      'imports-resolve',
    ]);
  });
});

describe('forbidden imports', () => {
  const cases: [rule: string, from: string, to: string][] = [
    ['contract-sees-only-itself', 'contract/src/things.ts', 'server/src/core/clock.ts'],
    ['db-sees-only-contract-core', 'server/src/db/client.ts', 'server/src/work/define-job.ts'],
    ['db-sees-only-contract-core', 'server/src/db/client.ts', 'server/src/config/config.ts'],
    ['work-sees-only-contract-core-db', 'server/src/work/runner.ts', 'server/src/events/record.ts'],
    ['events-sees-only-contract-core-db-work', 'server/src/events/record.ts', 'server/src/http/app.ts'],
    ['http-sees-only-contract-core-db-work', 'server/src/http/auth.ts', `${module('accounts')}/actions.ts`],
    [
      'interfaces-sees-only-contract-core',
      'server/src/providers/interfaces/a.ts',
      'server/src/providers/kit/b.ts',
    ],
    [
      'kit-sees-only-contract-core-interfaces',
      'server/src/providers/kit/a.ts',
      'server/src/providers/acme/b.ts',
    ],
    [
      'vendor-sees-only-contract-core-interfaces-kit',
      'server/src/providers/acme/a.ts',
      'server/src/db/client.ts',
    ],
    ['vendors-do-not-meet', 'server/src/providers/acme/a.ts', 'server/src/providers/zeta/b.ts'],
    [
      'agent-sees-only-contract-core-interfaces',
      'server/src/agent/run-turn.ts',
      `${module('tools')}/actions.ts`,
    ],
    ['voice-sees-only-contract-core-interfaces-agent', 'server/src/voice/call.ts', 'server/src/db/client.ts'],
    [
      'telephony-sees-only-contract-core-interfaces-voice',
      'server/src/telephony/sip.ts',
      'server/src/agent/run-turn.ts',
    ],
    [
      'modules-sees-only-contract-core-db-work-events-http-mail-interfaces-speech-vendors-agent-voice',
      `${module('conversations')}/actions.ts`,
      'server/src/providers/acme/model.ts',
    ],
    [
      'modules-sees-only-contract-core-db-work-events-http-mail-interfaces-speech-vendors-agent-voice',
      `${module('conversations')}/actions.ts`,
      'server/src/compose.ts',
    ],
    ['only-compose-sees-vendors', 'server/src/app.ts', 'server/src/providers/acme/model.ts'],
    [
      'modules-in-order-assistants-blacklist-catalog-knowledge-tools-mcp-servers-phone-numbers',
      `${module('assistants')}/actions.ts`,
      `${module('conversations')}/actions.ts`,
    ],
    ['modules-in-order-accounts-api-keys', `${module('accounts')}/store.ts`, `${module('tools')}/actions.ts`],
    ['modules-keep-store-and-routes', `${module('campaigns')}/actions.ts`, `${module('calls')}/store.ts`],
    [
      'modules-keep-store-and-routes',
      `${module('conversations')}/actions.ts`,
      `${module('knowledge')}/search/routes.ts`,
    ],
    ['handlers-only-in-the-worker', `${module('calls')}/actions.ts`, `${module('calls')}/jobs.handlers.ts`],
    ['handlers-only-in-the-worker', 'server/src/app.ts', `${module('calls')}/jobs.handlers.ts`],
    ['routes-hold-no-sql', `${module('calls')}/routes.ts`, `${module('calls')}/store.ts`],
    ['rules-are-pure', `${module('calls')}/rules.ts`, `${module('calls')}/store.ts`],
    ['rules-are-pure', `${module('calls')}/rules.ts`, 'server/src/db/client.ts'],
    ['console-lib-sees-only-contract-web', 'console/src/lib/api.ts', 'server/src/core/clock.ts'],
    ['console-lib-sees-only-contract-web', 'console/src/lib/api.ts', 'console/src/data/calls.ts'],
    [
      'console-data-sees-only-contract-console-lib',
      'console/src/data/calls.ts',
      'console/src/components/button.tsx',
    ],
    [
      'features-of-the-console-do-not-meet',
      'console/src/features/calls/list.tsx',
      'console/src/features/campaigns/list.tsx',
    ],
    ['tests-are-not-imported', 'server/src/compose.ts', 'server/test/kit/clocks.ts'],
    ['tests-are-not-imported', 'scripts/build.ts', 'bench/kit/rounds.ts'],
    ['server-does-not-see-scripts-or-console', 'server/bin/parley.ts', 'scripts/build.ts'],
  ];
  for (const [rule, from, to] of cases) {
    it(`${rule}: ${from} → ${to}`, async () => {
      expect(await brokenBy(from, to, typeOnly)).toContain(rule);
    });
  }

  it('include Node modules in the contract', async () => {
    const files = { 'contract/src/things.ts': "export { join } from 'node:path';\n" };
    expect(await brokenRules(files)).toEqual(['contract-runs-anywhere']);
  });

  it('include development packages in the server', async () => {
    const files = {
      'server/src/core/clock.ts': "export { left } from 'left-over';\n",
      'node_modules/left-over/package.json': '{"name":"left-over","version":"1.0.0","main":"left.js"}',
      'node_modules/left-over/left.js': 'exports.left = 1;\n',
    };
    expect(await brokenRules(files)).toEqual(['no-development-package-at-run-time']);
  });

  it('include the file system and the system clock in rules', async () => {
    const files = { [`${module('calls')}/rules.ts`]: "export { readFileSync } from 'node:fs';\n" };
    expect(await brokenRules(files)).toEqual(['rules-are-pure']);
  });

  it('include a cycle of type imports', async () => {
    const files = {
      'server/src/core/a.ts': "import type { B } from './b.ts';\nexport interface A { b: B }\n",
      'server/src/core/b.ts': "import type { A } from './a.ts';\nexport interface B { a: A }\n",
    };
    expect(await brokenRules(files)).toEqual(['no-cycles']);
  });

  it('include two modules that call each other through different files', async () => {
    const files = {
      [`${module('tools')}/actions.ts`]: "export { b } from '../assistants/actions.ts';\n",
      [`${module('tools')}/rules.ts`]: 'export const rule = 1;\n',
      [`${module('assistants')}/actions.ts`]: 'export const b = 1;\n',
      [`${module('assistants')}/editing/copy.ts`]: "export { b } from '../../tools/actions.ts';\n",
    };
    expect(await brokenRules(files)).toEqual(['no-cycles-between-modules']);
  });

  it('forbids cycles between folders, except of a folder and one of its parents', async () => {
    const files = {
      'server/src/core/time/now.ts': "export { b } from '../money/round.ts';\n",
      'server/src/core/money/round.ts': 'export const b = 1;\n',
      'server/src/core/money/day.ts': "export { c } from '../time/zone.ts';\n",
      'server/src/core/time/zone.ts': "export { d } from '../base.ts';\n",
      'server/src/core/base.ts': 'export const d = 1;\n',
      'server/src/core/all.ts': "export { b } from './time/now.ts';\n",
    };
    expect(await brokenRules(files)).toEqual(['no-cycles-between-folders']);
    expect(await brokenRules({ ...files, 'server/src/core/money/day.ts': 'export const c = 1;\n' })).toEqual(
      [],
    );
  });
});

describe('allowed imports', () => {
  const cases: [from: string, to: string][] = [
    ['server/src/db/client.ts', 'server/src/core/clock.ts'],
    ['server/src/core/errors.ts', 'server/src/core/clock.ts'],
    ['server/src/agent/run-turn.ts', 'server/src/providers/interfaces/language-model.ts'],
    [`${module('conversations')}/actions.ts`, 'server/src/agent/run-turn.ts'],
    [`${module('conversations')}/actions.ts`, `${module('knowledge')}/actions.ts`],
    [`${module('conversations')}/actions.ts`, `${module('knowledge')}/chunk/a.ts`],
    [`${module('conversations')}/routes.ts`, `${module('conversations')}/actions.ts`],
    [`${module('campaigns')}/actions.ts`, `${module('calls')}/actions.ts`],
    ['server/src/compose/providers.ts', 'server/src/providers/acme/model.ts'],
    ['server/src/compose.ts', `${module('calls')}/jobs.handlers.ts`],
    ['server/src/providers/acme/a.ts', 'server/src/providers/kit/b.ts'],
    [`${module('calls')}/actions.test.ts`, 'server/test/kit/clocks.ts'],
    ['server/test/kit/house.ts', 'server/src/compose.ts'],
    ['bench/http/run.ts', 'server/src/compose.ts'],
  ];
  for (const [from, to] of cases) {
    it(`${from} → ${to}`, async () => {
      expect(await brokenBy(from, to, typeOnly)).toEqual([]);
    });
  }
});
