import type { OptionValues, Run, Verb } from '../../../sdk/cli/src/program/verb.ts';
import type { Command } from './command.ts';

type LocalRun = (command: Command) => Promise<number>;

const EMAIL = { flags: '--email <address>', description: 'email address of the account' };
const ASSISTANT = { flags: '--assistant <uuid>', description: 'UUID of another assistant' };
const PLACE =
  'Works on this machine: with the database of PARLEY_DATA or DATABASE_URL, while a server runs or not.';

/** Verbs of this machine's installation. Their modules are loaded when they run, because some load the whole server. */
export const localVerbs: readonly Verb[] = [
  {
    name: 'users add',
    summary: 'add an account',
    details: PLACE,
    options: [
      EMAIL,
      { flags: '--name <name>', description: 'name of its owner' },
      { flags: '--password <password>', description: 'its password; made up and printed by default' },
      { flags: '--timezone <zone>', description: 'such as Europe/Bucharest (default: UTC)' },
    ],
    examples: ['users add --email ada@example.com --timezone Europe/Bucharest'],
    place: 'local',
    load: async () => local((await import('./users.ts')).addUserFromTerminal),
  },
  {
    name: 'users password',
    summary: 'set a new password',
    details: PLACE,
    options: [
      EMAIL,
      { flags: '--password <password>', description: 'the password; made up and printed by default' },
    ],
    examples: ['users password --email owner@localhost'],
    place: 'local',
    load: async () => local((await import('./users.ts')).setPasswordFromTerminal),
  },
  {
    name: 'users second-factor-off',
    summary: 'turn off the second factor of a person who is locked out',
    details: PLACE,
    options: [{ flags: '--email <address>', description: 'email address of the person' }],
    examples: ['users second-factor-off --email ada@example.com'],
    place: 'local',
    load: async () => local((await import('./users.ts')).turnOffSecondFactorFromTerminal),
  },
  {
    name: 'users timezone',
    summary: 'set the time zone of an account',
    details: PLACE,
    options: [EMAIL, { flags: '--timezone <zone>', description: 'such as Europe/Bucharest' }],
    examples: ['users timezone --email ada@example.com --timezone Europe/Bucharest'],
    place: 'local',
    load: async () => local((await import('./users.ts')).setTimezoneFromTerminal),
  },
  {
    name: 'users credit',
    summary: 'add money to an account',
    details: PLACE,
    options: [
      EMAIL,
      { flags: '--amount <dollars>', description: 'US dollars; a negative amount takes money' },
      { flags: '--note <text>', description: 'shown with the charge' },
    ],
    examples: ['users credit --email ada@example.com --amount 25'],
    place: 'local',
    load: async () => local((await import('./credit.ts')).creditFromTerminal),
  },
  {
    name: 'chat',
    summary: 'chat with the demo assistant, or with another one',
    details: `${PLACE} /quit ends the chat.`,
    options: [ASSISTANT],
    examples: ['chat', 'chat --assistant 6e6a2f5c-0000-4000-8000-000000000000'],
    place: 'local',
    load: async () => local((await import('./chat.ts')).chat),
  },
  {
    name: 'call',
    summary: 'call the demo assistant, or another one, by typing',
    details: `${PLACE} Type what to say. Ctrl-C hangs up.`,
    options: [ASSISTANT],
    examples: ['call'],
    place: 'local',
    load: async () => local((await import('./call.ts')).call),
  },
  {
    name: 'copy',
    summary: 'copy the installation into an empty PostgreSQL database',
    details:
      'Stop the server first. Leave the password out of the URL and set PGPASSWORD to keep it out of the history.',
    options: [{ flags: '--to <url>', description: 'postgresql://USER:PASSWORD@HOST/DATABASE' }],
    examples: ['copy --to postgresql://parley@db.example.com:5432/parley'],
    place: 'local',
    load: async () => local((await import('./copy/copy.ts')).copy),
  },
  {
    name: 'backup',
    summary: 'save the installation to one file',
    details:
      'Saves a dump of DATABASE_URL, or an archive of PARLEY_DATA, for which the server must be stopped.',
    options: [{ flags: '--to <file>', description: 'a new file' }],
    examples: ['backup --to parley-backup.tar.gz', 'backup --to parley.dump'],
    place: 'local',
    load: async () => local((await import('./backup.ts')).backup),
  },
  {
    name: 'restore',
    summary: 'restore a backup into an empty database or data folder',
    details:
      'Reads a dump into the empty database of DATABASE_URL, or an archive into the empty folder of PARLEY_DATA.',
    options: [{ flags: '--from <file>', description: 'a file that parley backup saved' }],
    examples: ['restore --from parley-backup.tar.gz'],
    place: 'local',
    load: async () => local((await import('./backup.ts')).restore),
  },
  {
    name: 'doctor',
    summary: 'check database, ledger, providers, SIP trunks, disk, port and clock',
    details: PLACE,
    examples: ['doctor'],
    place: 'local',
    load: async () => local((await import('./doctor.ts')).doctor),
  },
];

/** `keys create` of the API, which creates the key in this machine's database if `--email` names an account of it. */
export function withLocalKeys(remote: Verb): Verb {
  return {
    ...remote,
    details: 'With --email, the key is created in the database of this machine, which needs no login.',
    options: [...(remote.options ?? []), EMAIL],
    examples: [...remote.examples, 'keys create --email owner@localhost --name ci'],
    load: async () => {
      const [runRemote, { isConnected }, { CommandError, UsageError }] = await Promise.all([
        remote.load(),
        import('../../../sdk/cli/src/account/connection.ts'),
        import('../../../sdk/cli/src/terminal/failures.ts'),
      ]);
      return async (invocation) => {
        const { options, terminal } = invocation;
        if (options['email'] !== undefined) {
          if (options['profile'] !== undefined)
            throw new UsageError('Choose --email or --profile, not both.');
          return local((await import('./keys.ts')).createKey)(invocation);
        }
        if (options['profile'] !== undefined || (await isConnected(terminal.environment)))
          return runRemote(invocation);
        throw new CommandError(
          'You are not logged in. Run parley login, or name an account of this machine with --email.',
        );
      };
    },
  };
}

function local(run: LocalRun): Run {
  return ({ options, terminal }) => run({ options: textsOf(options), outputClosed: terminal.stopped });
}

function textsOf(options: OptionValues): Command['options'] {
  const texts = Object.entries(options).filter(([, value]) => typeof value !== 'object');
  return Object.fromEntries(
    texts.map(([name, value]) => [name, value === undefined ? undefined : String(value)]),
  );
}
