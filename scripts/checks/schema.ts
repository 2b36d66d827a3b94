import path from 'node:path';
import type { Repository } from './repository.ts';
import { type CheckCache, digestFiles } from './run/cache.ts';
import { runProgram, type Verdict } from './run/program.ts';

const inputs = /^server\/src\/db\/(?:migrations\/|schema\.sql$)/;

/** The snapshot of the schema is the schema after all migrations. */
export async function checkSchema({
  repository,
  cache,
}: {
  repository: Repository;
  cache: CheckCache;
}): Promise<Verdict> {
  const version = digestFiles(
    repository,
    repository.all.filter((file) => inputs.test(file)),
  );
  if (cache.read('schema', 'packages') === version) {
    return { passed: true, output: '', programSeconds: 0, note: 'unchanged' };
  }
  const program = path.join(import.meta.dirname, 'schema/schema.process.ts');
  const verdict = await runProgram({ file: process.execPath, args: [program] });
  if (verdict.passed) cache.write('schema', 'packages', version);
  return verdict;
}
