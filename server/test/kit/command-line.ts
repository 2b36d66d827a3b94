import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { TEST_SECRET_KEY } from './secret-key.ts';
import { connectionUrl } from './server-process.ts';

const program = fileURLToPath(new URL('../../bin/parley.ts', import.meta.url));

/** What a command said on both channels, and how it ended. */
interface CommandEnd {
  code: number | null;
  output: string;
}

/** Runs `parley` on a database, as a person at a terminal does. */
export function runCommand(words: readonly string[], connection: pg.ClientConfig): Promise<CommandEnd> {
  return runCommandWith(words, { DATABASE_URL: connectionUrl(connection) });
}

/** Runs `parley` with these variables beside what every start needs. @param input what is typed */
export function runCommandWith(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
  input = '',
): Promise<CommandEnd> {
  const env = { PATH: process.env['PATH'], PARLEY_SECRET_KEY: TEST_SECRET_KEY, ...environment };
  return new Promise((resolve) => {
    const all = ['--disable-warning=ExperimentalWarning', program, ...words];
    const child = execFile(process.execPath, all, { env }, (_error, said, complaint) =>
      resolve({ code: child.exitCode, output: said + complaint }),
    );
    child.stdin?.end(input);
  });
}
