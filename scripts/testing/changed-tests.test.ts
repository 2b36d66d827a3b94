import { expect, it } from 'vitest';
import { writeSourceTree } from '../checks/kit/source-tree.ts';
import { kindsOfChange, testsReaching } from './changed-tests.ts';

const project = {
  'contract/src/calls.ts': '',
  'server/src/core/sum.ts': `import { Call } from '#contract/calls.ts';`,
  'server/src/core/sum.test.ts': `import { sum } from './sum.ts';`,
  'server/src/core/other.test.ts': '',
  'server/src/server.ts': `import { sum } from './core/sum.ts';\nnew URL('./pages/', import.meta.url);`,
  'server/src/pages/welcome.html': '',
  'server/test/kit/server.process.ts': `import { start } from '../../src/server.ts';`,
  'server/test/kit/spawn.ts': `fork(join(import.meta.dirname, 'server.process.ts'));`,
  'server/test/api/starts.test.ts': `import { spawnServer } from '../kit/spawn.ts';`,
  'server/test/console/page.test.ts': `import { expect } from 'vitest';`,
  'console/src/main.tsx': '',
  'scripts/bootstrap/npm.js': '',
  'scripts/bootstrap/bootstrap.test.ts': `cp(import.meta.dirname, folder);`,
};

function reachedBy(...changed: string[]): string[] {
  using tree = writeSourceTree(project);
  return testsReaching(changed, tree.root, Object.keys(project));
}

it.each([
  ['an import', 'server/src/core/sum.ts', ['server/src/core/sum.test.ts', 'server/test/api/starts.test.ts']],
  ['a test itself', 'server/src/core/other.test.ts', ['server/src/core/other.test.ts']],
  [
    'an import of the contract',
    'contract/src/calls.ts',
    ['server/src/core/sum.test.ts', 'server/test/api/starts.test.ts'],
  ],
  ['a folder that is read', 'server/src/pages/welcome.html', ['server/test/api/starts.test.ts']],
  ['a program that is started', 'server/test/kit/server.process.ts', ['server/test/api/starts.test.ts']],
  ['a page in a browser', 'console/src/main.tsx', ['server/test/console/page.test.ts']],
  ['a file next to the test', 'scripts/bootstrap/npm.js', ['scripts/bootstrap/bootstrap.test.ts']],
  [
    'a deleted file',
    'server/src/core/gone.ts',
    ['server/src/core/other.test.ts', 'server/src/core/sum.test.ts'],
  ],
])('finds the tests that reach a change through %s', (_, changed, expected) => {
  expect(reachedBy(changed)).toEqual(expect.arrayContaining(expected));
});

it.each([
  ['console/src/main.tsx', { ofPages: true, ofStatements: false }],
  ['widget/src/view/styles.css', { ofPages: true, ofStatements: false }],
  ['sdk/web/src/call/call.ts', { ofPages: true, ofStatements: false }],
  ['server/src/db/migrate.ts', { ofPages: false, ofStatements: true }],
  ['server/src/modules/leads/store.ts', { ofPages: false, ofStatements: true }],
  ['package-lock.json', { ofPages: false, ofStatements: true }],
  ['server/src/console/sessions.ts', { ofPages: false, ofStatements: false }],
])('selects the further tests that a change of %s requires: %o', (changed, kinds) => {
  expect(kindsOfChange(['README.md', changed])).toEqual(kinds);
});

it('skips tests that no change can break', () => {
  expect(reachedBy('console/src/main.tsx')).toEqual(['server/test/console/page.test.ts']);
  expect(reachedBy('server/src/pages/welcome.html')).toEqual(['server/test/api/starts.test.ts']);
  expect(reachedBy('README.md')).toEqual([]);
});
