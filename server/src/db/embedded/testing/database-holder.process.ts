/**
 * A process that holds an embedded database, for tests that kill one. Its argument is the options as JSON; each line
 * of input is SQL or `stop`; each line of output is one JSON object with an `event`.
 */
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import { AppError } from '../../../core/errors.ts';
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../embedded-database.ts';

const { account, ...options } = JSON.parse(process.argv[2] ?? '{}');
const messages: string[] = [];
const log = { info: (text: string) => messages.push(text), warn: (text: string) => messages.push(text) };

function say(event: string, content: object): void {
  process.stdout.write(`${JSON.stringify({ event, ...content })}\n`);
}

/** Switches to the ordinary user only after this file's imports, because that user may be unable to read them. */
function becomeAccount(): void {
  if (!account) return;
  process.setgroups?.([]);
  process.setgid?.(account.gid);
  process.setuid?.(account.uid);
}

async function answer(database: EmbeddedDatabase, line: string): Promise<void> {
  if (line === 'stop') {
    await database.stop();
    say('stopped', {});
    process.exit(0);
  }
  const client = new Client(database.connection);
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query(line);
    say('rows', { rows });
  } catch (error) {
    say('failed', { message: String(error) });
  } finally {
    await client.end();
  }
}

becomeAccount();
try {
  const database = await startEmbeddedDatabase({ ...options, log });
  const { connection, adopted, location } = database;
  say('ready', { connection, adopted, location, messages });
  for await (const line of createInterface({ input: process.stdin })) await answer(database, line);
} catch (error) {
  say('refused', { code: error instanceof AppError ? error.code : null, message: String(error), messages });
  process.exitCode = 1;
}
