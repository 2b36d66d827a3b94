import { rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Repository } from '../repository.ts';
import { type CheckCache, cacheFolder, digestFiles } from './cache.ts';
import { runProgram, type Verdict } from './program.ts';

/** Files that determine module resolution and Knip's configuration. */
const configuration = /(?:^|\/)(?:package\.json|knip\.json|tsconfig[^/]*\.json|\.gitignore)$/;

interface EarlierRun {
  passed: boolean;
  startedAtMs: number;
  configuration: string;
  /** Paths and hashes of all files that Knip may read. */
  files: Record<string, string>;
}

/** Unused files, exports and dependencies. Knip caches its results for unchanged files. */
export async function checkUnused({
  repository,
  cache,
}: {
  repository: Repository;
  cache: CheckCache;
}): Promise<Verdict> {
  const now = describeRun(repository);
  const before = asEarlierRun(cache.read('unused', 'packages'));
  const changed = Object.keys(now.files).filter((file) => before?.files[file] !== now.files[file]);
  if (before?.passed && before.configuration === now.configuration && changed.length === 0) {
    return { passed: true, output: '', programSeconds: 0, note: 'unchanged' };
  }
  const found = path.join(repository.root, cacheFolder, 'knip');
  if (before === undefined || !isUsable(before, now, { changed, root: repository.root })) {
    rmSync(found, { recursive: true, force: true });
  }
  const knip = path.join(fileURLToPath(import.meta.resolve('knip')), '../../bin/knip.js');
  const cached = ['--cache', '--cache-location', found];
  const verdict = await runProgram({
    file: process.execPath,
    args: [knip, '--no-progress', '--treat-config-hints-as-errors', ...cached],
  });
  cache.write('unused', 'packages', { ...now, passed: verdict.passed });
  return verdict;
}

function describeRun(repository: Repository): EarlierRun {
  const read = repository.all.filter((file) => !file.endsWith('.md'));
  return {
    passed: false,
    startedAtMs: Date.now(),
    configuration: digestFiles(
      repository,
      read.filter((file) => configuration.test(file)),
    ),
    files: Object.fromEntries(read.map((file) => [file, repository.hash(file)])),
  };
}

/**
 * Knip detects changes only by modification time and caches resolved imports. Added or removed files, and changed files
 * with an old time, invalidate its cache.
 */
function isUsable(
  before: EarlierRun,
  now: EarlierRun,
  { changed, root }: { changed: readonly string[]; root: string },
): boolean {
  const sameNames = Object.keys(before.files).join('\n') === Object.keys(now.files).join('\n');
  const isNewer = (file: string) => statSync(path.join(root, file)).mtimeMs > before.startedAtMs;
  return before.configuration === now.configuration && sameNames && changed.every(isNewer);
}

function asEarlierRun(value: unknown): EarlierRun | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const run = value as EarlierRun;
  return typeof run.startedAtMs === 'number' && typeof run.files === 'object' ? run : undefined;
}
