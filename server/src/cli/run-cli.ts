import { parseArgs } from 'node:util';
import { watchOutput } from './closed-output.ts';
import type { Command } from './command.ts';

type Verb = (command: Command) => Promise<number>;

/** A verb's modules are loaded when it runs: some bring the whole server. */
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
    help: '--email ADDRESS --timezone ZONE   set the zone of its times, such as Europe/Bucharest',
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
    help: '[--assistant UUID]   talk to the demo assistant, or to another one',
  },
  call: {
    load: async () => (await import('./call.ts')).call,
    help: '[--assistant UUID]   hold a call with it: what you type is spoken into the call, Ctrl-C hangs up',
  },
  copy: {
    load: async () => (await import('./copy/copy.ts')).copy,
    help: '--to postgresql://USER:PASSWORD@HOST/DATABASE   copy everything into an empty PostgreSQL',
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

/** Runs one command line; its exit code: 0 done, 1 failed, 2 not understood. */
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

/** Of a server that was there when the command began; null for any other failure. */
function lostServer(error: unknown): string | null {
  const isLost = error instanceof Error && 'code' in error && LOST_CONNECTION.has(String(error.code));
  return isLost ? `The server went away in the middle (${error.message}). Look at what it said last.` : null;
}

function isUsageError(error: unknown): error is Error {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}

function help(): string {
  const lines = Object.entries(VERBS).map(([name, verb]) => `  parley ${name}   ${verb.help}`);
  return `Usage:\n${lines.join('\n')}\n\nIt works beside a running server, on the same PARLEY_DATA or DATABASE_URL; copy alone wants it stopped.\n`;
}
