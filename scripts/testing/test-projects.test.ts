import { globSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { testProjects } from './test-projects.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const files = globSync('{contract,server,console,widget,sdk,scripts,bench}/**/*.test.{ts,tsx}', {
  cwd: root,
  exclude: (name) => name.includes('node_modules'),
});

/** The stages of a run in which a file is tested. */
function stagesOf(file: string, run: Partial<Parameters<typeof testProjects>[0]>): string[] {
  const kind = {
    run: 'gate',
    isOnServer: false,
    hasServer: true,
    hasAllStatements: false,
    hasAllPages: false,
    ...run,
  };
  const projects = [
    ...testProjects(kind),
    ...(kind.hasServer ? testProjects({ ...kind, isOnServer: true }) : []),
  ];
  const matches = (globs: readonly string[]): boolean => globs.some((glob) => path.matchesGlob(file, glob));
  return projects
    .filter(({ include, exclude }) => matches(include) && !matches(exclude))
    .map(({ name }) => name);
}

const isNightly = (file: string): boolean => file.endsWith('.nightly.test.ts');

test.for([true, false])('the gate runs each file once, with a PostgreSQL server: %s', (hasServer) => {
  const wrong = files
    .map((file) => ({ file, stages: stagesOf(file, { hasServer, hasAllPages: true }) }))
    .filter(({ file, stages }) => stages.length !== (isNightly(file) ? 0 : 1));
  expect(files.length).toBeGreaterThan(500);
  expect(wrong).toEqual([]);
});

test('the gate leaves out tests across pages, unless pages have changed', () => {
  const file = 'server/test/console/history.test.ts';
  expect(files).toContain(file);
  expect(stagesOf(file, {})).toEqual([]);
  expect(stagesOf(file, { hasAllPages: true })).toEqual(['browsers']);
});

test('changed statements are also tested on the server, and nightly runs test both databases', () => {
  const file = 'server/test/modules/inbox/inbox-work.test.ts';
  expect(files).toContain(file);
  expect(stagesOf(file, {})).toEqual(['computes']);
  expect(stagesOf(file, { hasAllStatements: true })).toEqual(['computes', 'server-postgres']);
  const listed = 'server/test/modules/accounts/ledger.test.ts';
  expect(stagesOf(listed, {})).toEqual(['server-postgres']);
  const nightly = { run: 'nightly', hasServer: false };
  expect(stagesOf(listed, nightly)).toEqual(['computes']);
  expect(stagesOf(listed, { ...nightly, hasServer: true })).toEqual(['computes', 'server-postgres']);
});
