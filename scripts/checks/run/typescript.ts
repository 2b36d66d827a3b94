import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Repository } from '../repository.ts';
import { type CheckCache, cacheFolder, digest, digestFiles } from './cache.ts';
import { runProgram, type Verdict } from './program.ts';

/** Files that affect module resolution, in any folder. */
const configuration = /(?:^|\/)(?:package\.json|tsconfig[^/]*\.json|[^/]+\.d\.ts)$/;

/** Turns garbage collection off up to a memory limit, because it doubles the CPU time of a one-minute run. */
const environment = { GOGC: 'off', GOMEMLIMIT: '3GiB' };
/** Every further checker would infer the contract's types again. */
const oneChecker = ['--checkers', '1'];

interface PassedProgram {
  files: string[];
  digest: string;
}

/** Checks the types of one project, unless it passed before and did not change. */
export async function checkTypes(
  name: string,
  project: string,
  { repository, cache }: { repository: Repository; cache: CheckCache },
): Promise<Verdict> {
  const before = asPassedProgram(cache.read(name, 'packages'));
  if (before !== undefined && digestProgram(repository, before.files) === before.digest) {
    return { passed: true, output: '', programSeconds: 0, note: 'unchanged' };
  }
  const buildInfo = path.join(repository.root, cacheFolder, `${name}.tsbuildinfo`);
  const incremental = ['--incremental', '--tsBuildInfoFile', buildInfo];
  const args = ['--noEmit', '-p', project, ...oneChecker, ...incremental];
  const verdict = await runProgram({ file: await findCompiler(), args, environment });
  if (!verdict.passed) return verdict;
  const files = readProgramFiles(buildInfo, repository);
  if (files.length > 0) {
    cache.write(name, 'packages', { files, digest: digestProgram(repository, files) });
  }
  return verdict;
}

/** All file names count, because added or removed files can change how imports resolve. */
function digestProgram(repository: Repository, files: readonly string[]): string {
  const read = new Set([...files, ...repository.all.filter((file) => configuration.test(file))]);
  return digest([digestFiles(repository, read), ...repository.all]);
}

/** The repository files that the compiler read, from its build info. */
function readProgramFiles(buildInfo: string, repository: Repository): string[] {
  try {
    const { fileNames }: { fileNames?: unknown } = JSON.parse(readFileSync(buildInfo, 'utf8'));
    const names: unknown[] = Array.isArray(fileNames) ? fileNames : [];
    return names
      .map((name) => path.relative(repository.root, path.resolve(path.dirname(buildInfo), String(name))))
      .filter((file) => repository.has(file));
  } catch {
    return [];
  }
}

/** The native compiler binary. The package's `tsc` is a Node wrapper around it. */
export async function findCompiler(): Promise<string> {
  const manifest = fileURLToPath(import.meta.resolve('@typescript/native/package.json'));
  const locator = path.join(path.dirname(manifest), 'lib/getExePath.js');
  const { default: getExePath } = await import(pathToFileURL(locator).href);
  return getExePath();
}

function asPassedProgram(value: unknown): PassedProgram | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { files, digest: known } = value as Partial<PassedProgram>;
  return Array.isArray(files) && typeof known === 'string' ? { files, digest: known } : undefined;
}
