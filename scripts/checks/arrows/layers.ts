/** One part of the house and the other parts that its files may import, types included. */
export interface Layer {
  name: string;
  /** A regular expression over paths from the root. */
  path: string;
  /** Names of other layers; a layer always sees itself. */
  sees: readonly string[];
}

/**
 * The arrows of ARCHITECTURE.md, bottom up. What no layer names here (composition, `app.ts`, `main.ts`,
 * the CLI) is the top of the house: it sees all, and no layer sees it.
 */
export const layers: readonly Layer[] = [
  { name: 'contract', path: '^contract/src/', sees: [] },
  { name: 'core', path: '^server/src/core/', sees: [] },
  { name: 'config', path: '^server/src/config/', sees: ['contract', 'core', 'interfaces'] },
  { name: 'db', path: '^server/src/db/', sees: ['contract', 'core'] },
  { name: 'jobs', path: '^server/src/jobs/', sees: ['contract', 'core', 'db'] },
  { name: 'events', path: '^server/src/events/', sees: ['contract', 'core', 'db', 'jobs'] },
  { name: 'http', path: '^server/src/http/', sees: ['contract', 'core', 'db'] },
  { name: 'interfaces', path: '^server/src/providers/interfaces/', sees: ['contract', 'core'] },
  { name: 'kit', path: '^server/src/providers/kit/', sees: ['contract', 'core', 'interfaces'] },
  {
    name: 'vendor',
    path: '^server/src/providers/(?!(?:interfaces|kit)/)[^/]+/',
    sees: ['contract', 'core', 'interfaces', 'kit'],
  },
  { name: 'agent', path: '^server/src/agent/', sees: ['contract', 'core', 'interfaces'] },
  { name: 'voice', path: '^server/src/voice/', sees: ['contract', 'core', 'interfaces', 'agent'] },
  { name: 'telephony', path: '^server/src/telephony/', sees: ['contract', 'core', 'interfaces', 'voice'] },
  {
    name: 'modules',
    path: '^server/src/modules/',
    sees: ['contract', 'core', 'db', 'jobs', 'events', 'http', 'interfaces', 'agent', 'voice'],
  },
  { name: 'console-lib', path: '^console/src/lib/', sees: ['contract'] },
  { name: 'console-data', path: '^console/src/data/', sees: ['contract', 'console-lib'] },
  {
    name: 'console-routing',
    path: '^console/src/routing/',
    sees: ['contract', 'console-lib', 'console-data'],
  },
  {
    name: 'console-components',
    path: '^console/src/components/',
    sees: ['contract', 'console-lib', 'console-data', 'console-routing'],
  },
  {
    name: 'console-features',
    path: '^console/src/features/',
    sees: ['contract', 'console-lib', 'console-data', 'console-routing', 'console-components'],
  },
  {
    name: 'console-app',
    path: '^console/(?:[^/]+$|src/(?:app/|[^/]+$))',
    sees: [
      ...['contract', 'console-lib', 'console-data', 'console-routing'],
      ...['console-components', 'console-features'],
    ],
  },
  { name: 'widget', path: '^widget/', sees: ['contract'] },
];

/**
 * Modules in the order of their arrows: a module may call the `actions.ts` of one in its own or an earlier group.
 * The other direction goes by recorded events; nothing calls the last group.
 */
export const moduleGroups: readonly (readonly string[])[] = [
  ['accounts', 'api-keys'],
  ['assistants', 'blacklist', 'catalogue', 'knowledge', 'tools', 'phone-numbers', 'channels'],
  ['conversations', 'calls'],
  ['messaging', 'sms'],
  ['campaigns'],
  ['webhooks', 'billing', 'sandbox', 'console'],
];
