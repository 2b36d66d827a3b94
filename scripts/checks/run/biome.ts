import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Repository } from '../repository.ts';
import { type CheckCache, digestFiles } from './cache.ts';
import { runProgram, type Verdict } from './program.ts';

const configuration = /(?:^|\/)(?:biome\.jsonc?|package\.json|\.gitignore)$/;
/** With more files than this, checking everything is just as fast. */
const mostNamed = 500;

interface FormattedFiles {
  configuration: string;
  /** Paths and hashes of files that passed. */
  files: Record<string, string>;
}

/** Format and lint. Biome checks each file independently, so files that passed and did not change are skipped. */
export async function checkFormat({
  repository,
  cache,
}: {
  repository: Repository;
  cache: CheckCache;
}): Promise<Verdict> {
  const settings = digestFiles(
    repository,
    repository.all.filter((file) => configuration.test(file)),
  );
  const before = asFormattedFiles(cache.read('format', 'tools'));
  const passed = before?.configuration === settings ? before.files : {};
  const changed = repository.all.filter((file) => passed[file] !== repository.hash(file));
  if (changed.length === 0) return { passed: true, output: '', programSeconds: 0, note: 'unchanged' };
  const verdict = await runProgram({
    file: process.execPath,
    args: [findBiome(), 'check', '--error-on-warnings', ...namedFiles(changed)],
  });
  if (verdict.passed) {
    const files = Object.fromEntries(repository.all.map((file) => [file, repository.hash(file)]));
    cache.write('format', 'tools', { configuration: settings, files });
  }
  return verdict;
}

function namedFiles(changed: readonly string[]): string[] {
  if (changed.length > mostNamed) return [];
  // Without file names, Biome silently skips fixtures and unknown file types.
  return ['--no-errors-on-unmatched', '--files-ignore-unknown=true', ...changed.map((file) => `./${file}`)];
}

function findBiome(): string {
  return path.join(fileURLToPath(import.meta.resolve('@biomejs/biome/package.json')), '../bin/biome');
}

function asFormattedFiles(value: unknown): FormattedFiles | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { configuration: settings, files } = value as Partial<FormattedFiles>;
  if (typeof settings !== 'string' || typeof files !== 'object') return undefined;
  return { configuration: settings, files };
}
