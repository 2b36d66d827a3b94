import type { Option, Verb } from '../program/verb.ts';
import type { Filter } from '../records/read.ts';
import { EXPORT, PAGES } from './shared-options.ts';

const PROFILE = { flags: '--profile <name>', description: 'name of the profile (default: default)' };

const AUDIT_FILTERS: readonly Option[] = [
  { flags: '--actor <name>', description: 'part of the name of a person or API key' },
  { flags: '--action <action>', description: 'such as updated, deleted or signed_in' },
  { flags: '--type <type>', description: 'type of the object, such as assistant or api_key' },
  { flags: '--from <date>', description: 'first day, such as 2026-03-01' },
  { flags: '--to <date>', description: 'last day' },
];

const AUDIT_PARAMETERS: readonly Filter[] = [
  { option: 'actor', parameter: 'actor' },
  { option: 'action', parameter: 'action' },
  { option: 'type', parameter: 'object_type' },
  { option: 'from', parameter: 'date_from' },
  { option: 'to', parameter: 'date_to' },
];

export const accountVerbs: readonly Verb[] = [
  {
    name: 'login',
    summary: 'log in to a server and store the login as a profile',
    details:
      'Asks for an API key, or for an email address and a password; neither is shown while you type. Without a terminal, ' +
      'the key (with --email, the password) is read from PARLEY_API_KEY or from standard input. With a second factor, it asks ' +
      'for a code; without a terminal, the code is the second line of standard input.',
    options: [
      { flags: '--url <url>', description: 'URL of Parley (default: http://localhost:3000)' },
      { flags: '--email <address>', description: 'log in with this email address and a password' },
      { flags: '--account <name>', description: 'id or name of the account, if you have several' },
      PROFILE,
      { flags: '--json', description: 'write JSON to standard output' },
    ],
    examples: [
      'login --url https://parley.example --profile production',
      'login --email ada@example.com < password.txt',
      'login --email ada@example.com --account Bakery < password.txt',
    ],
    place: 'none',
    load: async () => (await import('../account/login.ts')).login,
  },
  {
    name: 'logout',
    summary: 'remove a profile, and end its session at the server',
    details: 'API keys stay valid; delete one with: parley keys delete',
    options: [
      { flags: '--all', description: 'remove all profiles' },
      PROFILE,
      { flags: '--json', description: 'write JSON to standard output' },
    ],
    examples: ['logout', 'logout --profile staging'],
    place: 'none',
    load: async () => (await import('../account/profile-verbs.ts')).logout,
  },
  {
    name: 'whoami',
    summary: 'show the server, the account and its balance',
    examples: ['whoami', 'whoami --profile production --json'],
    place: 'remote',
    load: async () => (await import('../account/profile-verbs.ts')).whoami,
  },
  {
    name: 'profiles',
    summary: 'list the profiles, or choose the one that is used',
    arguments: [{ name: '[name]', description: 'the profile to use from now on' }],
    options: [{ flags: '--json', description: 'write JSON to standard output' }],
    examples: ['profiles', 'profiles production'],
    place: 'none',
    load: async () => (await import('../account/profile-verbs.ts')).profiles,
  },
  {
    name: 'search',
    summary: 'search the words of calls, conversations, leads and SMS',
    details: 'Put exact words in double quotes. Calls are found after they have ended.',
    arguments: [{ name: 'words', description: 'the words, a name or a number' }],
    options: [
      { flags: '--kind <kind>', description: 'call, conversation, lead or sms' },
      { flags: '--assistant <assistant>', description: 'results of this assistant (id or name)' },
      { flags: '--from <date>', description: 'first day, such as 2026-03-01' },
      { flags: '--to <date>', description: 'last day' },
      ...PAGES,
    ],
    examples: ['search refund', 'search \'"order 4471"\' --kind call --from 2026-03-01 --json'],
    place: 'remote',
    load: async () => (await import('../search/search-content.ts')).searchContent,
  },
  {
    name: 'audit-log list',
    summary: 'list who changed what, newest first',
    options: [...AUDIT_FILTERS, ...PAGES],
    examples: [
      'audit-log list --actor Ada --action deleted',
      'audit-log list --type assistant --from 2026-03-01',
    ],
    place: 'remote',
    load: async () => (await import('../records/read.ts')).listOf('audit-log', AUDIT_PARAMETERS),
  },
  {
    name: 'audit-log show',
    summary: 'show an entry with the values before and after',
    arguments: [{ name: 'entry', description: 'id of the entry' }],
    examples: ['audit-log show 412 --json'],
    place: 'remote',
    load: async () => (await import('../records/read.ts')).showOf('audit-log'),
  },
  {
    name: 'audit-log export',
    summary: 'write the audit log as CSV or JSON Lines',
    options: [...AUDIT_FILTERS.slice(0, 3), ...EXPORT],
    examples: ['audit-log export --from 2026-03-01 --to 2026-03-31 -o march.csv'],
    place: 'remote',
    load: async () =>
      (await import('../records/export.ts')).exportOf('/user/audit-log/export', AUDIT_PARAMETERS),
  },
  {
    name: 'billing export',
    summary: 'write the ledger as CSV or JSON Lines',
    options: EXPORT,
    examples: ['billing export --from 2026-03-01 --to 2026-03-31 -o march.csv'],
    place: 'remote',
    load: async () => {
      const { exportOf } = await import('../records/export.ts');
      return exportOf('/user/billing/charges/export', [
        { option: 'from', parameter: 'date_from' },
        { option: 'to', parameter: 'date_to' },
      ]);
    },
  },
  {
    name: 'logs',
    summary: 'show recent calls, webhooks and failed documents in order',
    details: "A server's own log is on its standard output.",
    options: [
      { flags: '--since <time>', description: '30m, 2h, 7d or a time (default: 1h)' },
      { flags: '--errors', description: 'only failures' },
      { flags: '-f, --follow', description: 'also show later ones, until Ctrl-C' },
    ],
    examples: ['logs --since 1d --errors', 'logs --follow --json'],
    place: 'remote',
    load: async () => (await import('../logs/logs.ts')).showLogs,
  },
  {
    name: 'mcp',
    summary: 'speak the Model Context Protocol over standard input and output',
    details: 'For AI clients that start their servers as programs. Others connect to /api/mcp of the server.',
    options: [
      {
        flags: '--tools <query>',
        description: 'choose tools, such as "groups=assistants,calls&read_only=1"',
      },
      { flags: '--profile <name>', description: 'use this profile (see: parley profiles)' },
    ],
    examples: ['mcp', 'mcp --tools read_only=1'],
    place: 'none',
    load: async () => (await import('../mcp/serve-mcp.ts')).serveMcp,
  },
  {
    name: 'import',
    summary: 'create an assistant from the export of another product',
    details: 'Reports what was converted only nearly, what has no counterpart, and what is left to do.',
    arguments: [
      { name: 'product', description: 'vapi, retell or elevenlabs' },
      { name: 'file', description: 'the exported JSON; - is standard input' },
    ],
    options: [
      { flags: '--dry-run', description: 'only report; create nothing' },
      {
        flags: '--type <type>',
        description: 'of the assistant (default: inbound)',
        choices: ['inbound', 'outbound'],
      },
      { flags: '--timezone <zone>', description: 'if the export has none (default: of this computer)' },
    ],
    examples: ['import vapi assistant.json --dry-run', 'import elevenlabs agent.json --type outbound'],
    place: 'remote',
    load: async () => (await import('../import/import-file.ts')).importFile,
  },
];
