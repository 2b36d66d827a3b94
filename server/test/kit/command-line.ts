import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { TEST_SECRET_KEY } from './secret-key.ts';
import { connectionUrl } from './server-process.ts';

const program = fileURLToPath(new URL('../../bin/parley.ts', import.meta.url));

/** Runs `parley` on a database, as a person at a terminal does; `output` is what it said on both channels. */
export function runCommand(
  words: readonly string[],
  connection: pg.ClientConfig,
): Promise<{ code: number | null; output: string }> {
  const env = {
    PATH: process.env['PATH'],
    DATABASE_URL: connectionUrl(connection),
    PARLEY_SECRET_KEY: TEST_SECRET_KEY,
  };
  return new Promise((resolve) => {
    const all = ['--disable-warning=ExperimentalWarning', program, ...words];
    const child = execFile(process.execPath, all, { env }, (_error, said, complaint) =>
      resolve({ code: child.exitCode, output: said + complaint }),
    );
  });
}
