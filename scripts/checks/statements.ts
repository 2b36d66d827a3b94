import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Repository } from './repository.ts';
import { type CheckCache, cacheFolder, digestFiles } from './run/cache.ts';
import { runProgram, type Verdict } from './run/program.ts';
import { checkRows } from './statements/check-rows.ts';
import { findStatements } from './statements/find-statements.ts';
import type { StatementReading } from './statements/statement-reading.ts';

/** A change of these files repeats the check. */
const inputs = /^(?:server\/src|contract\/src)\//;
const checked = /^server\/src\/(?!.*(?:\.test\.ts$|\/testing\/)).*\.ts$/;
/** Files whose statements only exist at run time: migrations, copies of installations, wrappers of clients, `listen`. */
const leftOut =
  /^server\/src\/(?:db\/(?:(?:client|migrate|shared-clock)\.ts$|copy\/)|work\/notification-listener\.ts$)/;
/** Statements about the given columns only; the compiler checks the names of columns. */
const varying: Readonly<Record<string, number>> = { 'server/src/modules/assistants/store.ts': 2 };

/**
 * Prepares every SQL statement of the server on a new database, and compiles the server with the rows that these
 * statements return.
 */
export async function checkStatements({
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
  if (cache.read('statements', 'packages') === version) {
    return { passed: true, output: '', programSeconds: 0, note: 'unchanged' };
  }
  const verdict = await readAndCompile(repository);
  if (verdict.passed) cache.write('statements', 'packages', version);
  return verdict;
}

async function readAndCompile(repository: Repository): Promise<Verdict> {
  const files = repository.all.filter((file) => checked.test(file) && !leftOut.test(file));
  const all = files.map((file) => findStatements(file, repository.text(file)));
  const found = all.flatMap((each) => each.found);
  const unread = all.flatMap((each, at) =>
    each.unread.length <= (varying[files[at] ?? ''] ?? 0) ? [] : each.unread,
  );
  const reading = await read(repository, found);
  if (reading.readings === null) return reading.verdict;
  const problems = reading.readings.flatMap(({ file, line, problems }) =>
    problems.map((problem) => `${file}:${line} ${problem}`),
  );
  const columns = new Map(reading.readings.map((each) => [`${each.file}:${each.line}`, each.columns]));
  const described = found.flatMap((statement) => {
    const own = columns.get(`${statement.file}:${statement.line}`);
    return own === null || own === undefined ? [] : [{ ...statement, columns: own }];
  });
  const rows = await checkRows(repository, described);
  const unreadLines = unread.map(
    ({ file, line, unknown }) => `${file}:${line} cannot be read: its text depends on ${unknown}.`,
  );
  const output = [...problems, ...unreadLines, rows.output.trim()].filter((text) => text !== '').join('\n');
  return {
    passed: output === '' && rows.passed,
    output,
    report: `${found.length} statements.`,
    programSeconds: reading.verdict.programSeconds + rows.programSeconds,
  };
}

async function read(
  repository: Repository,
  found: readonly unknown[],
): Promise<{ verdict: Verdict; readings: StatementReading[] | null }> {
  const folder = path.join(repository.root, cacheFolder);
  mkdirSync(folder, { recursive: true });
  const [input, output] = [path.join(folder, 'statements.in.json'), path.join(folder, 'statements.out.json')];
  writeFileSync(input, JSON.stringify(found));
  const reader = path.join(import.meta.dirname, 'statements/read-statements.process.ts');
  const verdict = await runProgram({ file: process.execPath, args: [reader, input, output] });
  return { verdict, readings: verdict.passed ? JSON.parse(readFileSync(output, 'utf8')) : null };
}
