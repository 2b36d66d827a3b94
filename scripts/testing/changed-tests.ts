import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Files whose changes can break any test. */
const ofEverything =
  /^(package(-lock)?\.json|[^/]+\/package\.json|vitest\.config\.ts|tsconfig\.json|server\/test\/kit\/database-setup\.ts)$/;

/** Files whose changes may behave differently on another PostgreSQL version. */
const ofStatements = /^(server\/src\/db\/|package-lock\.json$)|(^|[/-])store\.ts$/;

const ofPages = /^(console|widget|sdk\/web)\//;

/** Tests of these folders load built files, so no import leads to the sources. */
const inBrowsers = /^server\/test\/(browsers|console|widget)\//;
const builtFolders = ['console', 'widget'];

const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file);

/** Changes for which the gate runs more tests than usual. */
export interface KindsOfChange {
  /** The console, the web call client or the widget changed: run all browser tests. */
  ofPages: boolean;
  /** SQL, a store or the lock file changed: also run all tests on a PostgreSQL server. */
  ofStatements: boolean;
}

export interface ChangedTests {
  changed: readonly string[];
  /** Sorted test files; `all` if no test may be skipped. */
  tests: readonly string[] | 'all';
  kinds: KindsOfChange;
}

export const kindsOfChange = (changed: readonly string[]): KindsOfChange => ({
  ofPages: changed.some((file) => ofPages.test(file)),
  ofStatements: changed.some((file) => ofStatements.test(file)),
});

/** Test files that changes since the branch point from `main` can break, including uncommitted changes. */
export function changedTests(root: string): ChangedTests {
  const changed = changedFiles(root);
  const kinds = kindsOfChange(changed);
  if (changed.some((file) => ofEverything.test(file))) return { changed, tests: 'all', kinds };
  const files = git(root, ['ls-files', '--cached', '--others', '--exclude-standard']);
  return { changed, tests: testsReaching(changed, root, files), kinds };
}

/** Root-relative paths of files that differ from `main`, or on `main` from `origin/main`. Empty outside a clone. */
export function changedFiles(root: string): string[] {
  if (!existsSync(path.join(root, '.git'))) return [];
  const base = process.env['PARLEY_TEST_BASE'] ?? baseOf(root);
  const differing = git(root, ['diff', '--name-only', '--no-renames', base]);
  const untracked = git(root, ['ls-files', '--others', '--exclude-standard']);
  return [...new Set([...differing, ...untracked])].sort();
}

function baseOf(root: string): string {
  const [branch = ''] = git(root, ['rev-parse', '--abbrev-ref', 'HEAD']);
  const names = git(root, ['for-each-ref', '--format=%(refname:short)', 'refs/heads', 'refs/remotes']);
  const upstream = branch === 'main' ? 'origin/main' : 'main';
  if (!names.includes(upstream)) return 'HEAD';
  return git(root, ['merge-base', upstream, 'HEAD'])[0] ?? 'HEAD';
}

function git(root: string, args: readonly string[]): string[] {
  const output = execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });
  return output.split('\n').filter((line) => line !== '');
}

/**
 * @param changed paths from the root, including deleted files
 * @param files all files of the project, paths from the root
 */
export function testsReaching(changed: readonly string[], root: string, files: readonly string[]): string[] {
  const users = usersOf(root, files);
  const reached = new Set<string>();
  const waiting = changed.flatMap((file) => [file, ...foldersOf(file)]);
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    waiting.push(...(users.get(file) ?? []));
  }
  return files.filter((file) => isTest(file) && reached.has(file)).sort();
}

/** For a file or folder, the source files that name it. */
function usersOf(root: string, files: readonly string[]): Map<string, string[]> {
  const users = new Map<string, string[]>();
  const add = (used: string, user: string): void => {
    const known = users.get(used);
    if (known === undefined) users.set(used, [user]);
    else known.push(user);
  };
  for (const file of files) {
    if (!/\.(ts|tsx|js|css)$/.test(file) || !existsSync(path.join(root, file))) continue;
    for (const used of referencesOf(file, readFileSync(path.join(root, file), 'utf8'))) add(used, file);
    if (!isTest(file)) continue;
    // A test next to the code may refer to its folder in ways that are not parsed here.
    if (!file.startsWith('server/test/')) add(path.posix.dirname(file), file);
    if (inBrowsers.test(file)) for (const built of builtFolders) add(built, file);
  }
  return users;
}

const relativePath = /['"`](\.{1,2}\/[^'"`$\n]*|[\w.-]+\.[jt]s)['"`]/g;
const contractPath = /['"`]#contract\/([^'"`$\n]+)['"`]/g;

/**
 * All paths in a text's strings: imports, started programs, files and folders that are read. Strings that only look like
 * paths are harmless.
 */
function referencesOf(file: string, text: string): string[] {
  const folder = path.posix.dirname(file);
  const near = [...text.matchAll(relativePath)].map(([, name = '']) => path.posix.join(folder, name));
  const contract = [...text.matchAll(contractPath)].map(([, name = '']) => `contract/src/${name}`);
  return [...near, ...contract].map((name) => name.replace(/\/$/, ''));
}

/** A test that reads a folder depends on every file in it. */
function foldersOf(file: string): string[] {
  const parent = path.posix.dirname(file);
  if (parent === '.') return [];
  return [parent, ...foldersOf(parent)];
}
