import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import pg from 'pg';
import { describeStatement } from './describe-statement.ts';
import type { FoundStatement } from './find-statements.ts';
import { missingColumns, REQUIRED_COLUMNS } from './missing-columns.ts';
import type { StatementReading } from './statement-reading.ts';
import { type StatementText, textsOf } from './statement-texts.ts';

/*
 * Reads FoundStatement[] from the file that the first argument names, prepares each statement on a new, migrated
 * database, and writes StatementReading[] to the file that the second argument names.
 */

const [input = '', output = ''] = process.argv.slice(2);
const root = process.cwd();
const statements: FoundStatement[] = JSON.parse(readFileSync(input, 'utf8'));
const byFile = Map.groupBy(statements, ({ file }) => file);

registerHooks({
  load(url, context, next) {
    const own = url.startsWith('file:') ? byFile.get(path.relative(root, fileURLToPath(url))) : undefined;
    if (own === undefined) return next(url, context);
    const source = readFileSync(fileURLToPath(url), 'utf8');
    const added = `\nexport const statementTexts = [${own.map(({ code }) => code).join(',\n')}];\n`;
    return { format: 'module-typescript', source: source + added, shortCircuit: true };
  },
});

const texts = new Map<FoundStatement, string[] | Error>();
for (const [file, own] of byFile) {
  const module: { statementTexts: StatementText[] } = await import(pathToFileURL(path.join(root, file)).href);
  for (const [index, statement] of own.entries()) texts.set(statement, tried(module.statementTexts[index]));
}
writeFileSync(output, JSON.stringify(await onNewDatabase(readAll)));
// Some of the imported modules start timers.
process.exit();

function tried(text: StatementText | undefined): string[] | Error {
  try {
    return text === undefined ? [] : textsOf(text);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

async function readAll(client: pg.Client): Promise<StatementReading[]> {
  const { rows } = await client.query<{ table: string; column: string }>(REQUIRED_COLUMNS);
  const required = new Map(
    [...Map.groupBy(rows, ({ table }) => table)].map(([table, own]) => [
      table,
      new Set(own.map(({ column }) => column)),
    ]),
  );
  // Statements about temporary tables need these tables.
  for (const text of [...texts.values()].flat()) {
    if (typeof text === 'string' && /^\s*create temp(?:orary)? table/i.test(text)) await client.query(text);
  }
  const readings: StatementReading[] = [];
  for (const [{ file, line }, found] of texts) {
    const reading: StatementReading = { file, line, problems: [], columns: undefined };
    readings.push(reading);
    if (found instanceof Error) {
      reading.problems.push(`cannot be read: ${found.message}`);
      continue;
    }
    for (const text of found.filter(isPrepared)) {
      for (const name of missingColumns(text, required)) reading.problems.push(`does not set ${name}`);
      try {
        const columns = await describeStatement(client, text);
        // Variants that return different columns have no common row type.
        reading.columns = reading.columns === undefined || isSame(reading.columns, columns) ? columns : null;
      } catch (error) {
        reading.problems.push(error instanceof Error ? error.message : String(error));
      }
    }
  }
  return readings;
}

/** False for scripts of several statements. */
function isPrepared(text: string): boolean {
  return !/^\s*(?:begin|commit|create|drop|set|savepoint|rollback|lock|listen)\b/i.test(text);
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

async function onNewDatabase<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  // Loaded after the hook above, which these modules need as well.
  const { openDatabase } = await import('../../../server/src/db/client.ts');
  const { startEmbeddedDatabase } = await import('../../../server/src/db/embedded/embedded-database.ts');
  const { migrate } = await import('../../../server/src/db/migrate.ts');
  const { migrateJobs } = await import('../../../server/src/work/runner.ts');
  const silent = {
    debug: () => undefined,
    info: () => undefined,
    warn: () => undefined,
    error: () => undefined,
  };
  const dataDirectory = mkdtempSync(path.join(tmpdir(), 'parley-statements-'));
  const embedded = await startEmbeddedDatabase({ dataDirectory, log: silent });
  const client = new pg.Client(embedded.connection);
  try {
    const database = openDatabase(embedded.connection, () => undefined);
    await migrate(database);
    await migrateJobs(database, silent);
    await database.close();
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
    await embedded.stop();
    rmSync(dataDirectory, { recursive: true, force: true });
  }
}
