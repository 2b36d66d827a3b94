import { parseArgs } from 'node:util';
import type { Command } from './command.ts';

type Verb = (command: Command) => Promise<number>;

/** Modules are loaded when a command runs, because some load the whole server. */
const VERBS: Record<string, { load(): Promise<Verb>; help: string }> = {
  'users add': {
    load: async () => (await import('./users.ts')).addUserFromTerminal,
    help: '--email ADDRESS [--name NAME] [--password PASSWORD] [--timezone ZONE]   add an account',
  },
  'users password': {
    load: async () => (await import('./users.ts')).setPasswordFromTerminal,
    help: '--email ADDRESS [--password PASSWORD]   set a new password',
  },
  'users timezone': {
    load: async () => (await import('./users.ts')).setTimezoneFromTerminal,
    help: '--email ADDRESS --timezone ZONE   set the time zone, such as Europe/Bucharest',
  },
  'users credit': {
    load: async () => (await import('./credit.ts')).creditFromTerminal,
    help: '--email ADDRESS --amount DOLLARS [--note TEXT]   add money to an account',
  },
  'keys create': {
    load: async () => (await import('./keys.ts')).createKey,
    help: '--email ADDRESS --name NAME   create an API key and print its token once',
  },
  chat: {
    load: async () => (await import('./chat.ts')).chat,
    help: '[--assistant UUID]   chat with the demo assistant, or with another one',
  },
  call: {
    load: async () => (await import('./call.ts')).call,
    help: '[--assistant UUID]   call the demo assistant, or another one; type what to say, Ctrl-C hangs up',
  },
  copy: {
    load: async () => (await import('./copy/copy.ts')).copy,
    help: '--to postgresql://USER:PASSWORD@HOST/DATABASE   copy the installation into an empty PostgreSQL database',
  },
  doctor: {
    load: async () => (await import('./doctor.ts')).doctor,
    help: 'check database, ledger, providers, SIP trunks, disk, port and clock',
  },
};

const OPTIONS = {
  email: { type: 'string' },
  name: { type: 'string' },
  password: { type: 'string' },
  amount: { type: 'string' },
  note: { type: 'string' },
  timezone: { type: 'string' },
  assistant: { type: 'string' },
  to: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Runs one command line. Returns the exit code: 0 done, 1 failed, 2 usage error. */
export async function runCli(args: readonly string[]): Promise<number> {
  const outputClosed = watchOutput();
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
    const verb = Object.entries(VERBS).find(([name]) => positionals.join(' ') === name)?.[1];
    if (verb === undefined || values.help === true) {
      process.stdout.write(help());
      return positionals.length === 0 || values.help === true ? 0 : 2;
    }
    const run = await verb.load();
    return await run({ words: positionals, options: values, outputClosed });
  } catch (error) {
    if (isUsageError(error)) {
      process.stderr.write(`${error.message}\n\n${help()}`);
      return 2;
    }
    const { startFailure } = await import('../start-failure.ts');
    process.stderr.write(`${lostServer(error) ?? startFailure(error)}\n`);
    return 1;
  }
}

const LOST_CONNECTION = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/** A message for a lost connection to a server that was running when the command began; null for other errors. */
function lostServer(error: unknown): string | null {
  const isLost = error instanceof Error && 'code' in error && LOST_CONNECTION.has(String(error.code));
  return isLost ? `The connection to the server was lost (${error.message}). Check the server's log.` : null;
}

function isUsageError(error: unknown): error is Error {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}

function help(): string {
  const lines = Object.entries(VERBS).map(([name, verb]) => `  parley ${name}   ${verb.help}`);
  return `Usage:\n${lines.join('\n')}\n\nCommands work while a server is running with the same PARLEY_DATA or DATABASE_URL. Only copy needs it stopped.\n`;
}

/**
 * Handles output errors. If the reader closes early (`… | head -1`), drops the rest and lets the command finish. Other
 * errors, such as a full disk, set exit code 1.
 * @returns a signal that is aborted when output can no longer be written
 */
function watchOutput(): AbortSignal {
  const closed = new AbortController();
  process.stdout.on('error', (error) => {
    if (!('code' in error) || error.code !== 'EPIPE') {
      process.exitCode = 1;
      process.stderr.write(`The output could not be written: ${error.message}\n`);
    }
    closed.abort(new Error('The output was closed.'));
  });
  process.stderr.on('error', () => closed.abort(new Error('The output was closed.')));
  return closed.signal;
}
