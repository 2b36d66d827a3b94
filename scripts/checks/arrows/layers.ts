/** A layer, and the layers that its files may import, including types. */
export interface Layer {
  name: string;
  /** A regular expression over paths from the root. */
  path: string;
  /** Names of other layers. A layer may always import itself. */
  sees: readonly string[];
}

/**
 * The layers of ARCHITECTURE.md, bottom up. Files in no layer (composition, `app.ts`, `main.ts`, the CLI) are the top:
 * they may import everything, and no layer may import them.
 */
export const layers: readonly Layer[] = [
  { name: 'contract', path: '^contract/src/', sees: [] },
  { name: 'core', path: '^server/src/core/', sees: [] },
  { name: 'config', path: '^server/src/config/', sees: ['contract', 'core', 'interfaces', 'speech-vendors'] },
  { name: 'db', path: '^server/src/db/', sees: ['contract', 'core'] },
  { name: 'work', path: '^server/src/work/', sees: ['contract', 'core', 'db'] },
  { name: 'events', path: '^server/src/events/', sees: ['contract', 'core', 'db', 'work'] },
  { name: 'http', path: '^server/src/http/', sees: ['contract', 'core', 'db', 'work'] },
  { name: 'mail', path: '^server/src/mail/', sees: ['contract', 'core'] },
  { name: 'documentation', path: '^server/src/documentation/', sees: [] },
  { name: 'mcp', path: '^server/src/mcp/', sees: ['contract', 'core', 'documentation', 'http'] },
  { name: 'interfaces', path: '^server/src/providers/interfaces/', sees: ['contract', 'core'] },
  { name: 'kit', path: '^server/src/providers/kit/', sees: ['contract', 'core', 'interfaces'] },
  {
    name: 'vendor',
    path: '^server/src/providers/(?!(?:interfaces|kit)/)[^/]+/',
    sees: ['contract', 'core', 'interfaces', 'kit'],
  },
  {
    name: 'speech-vendors',
    path: '^server/src/providers/(?:speech-)?vendors\\.ts$',
    sees: ['contract', 'interfaces', 'kit', 'vendor'],
  },
  { name: 'agent', path: '^server/src/agent/', sees: ['contract', 'core', 'interfaces'] },
  { name: 'voice', path: '^server/src/voice/', sees: ['contract', 'core', 'interfaces', 'agent'] },
  { name: 'telephony', path: '^server/src/telephony/', sees: ['contract', 'core', 'interfaces', 'voice'] },
  {
    name: 'modules',
    path: '^server/src/modules/',
    sees: [
      'contract',
      'core',
      'db',
      'work',
      'events',
      'http',
      'mail',
      'interfaces',
      'speech-vendors',
      'agent',
      'voice',
    ],
  },
  { name: 'web', path: '^sdk/web/', sees: ['contract'] },
  { name: 'console-lib', path: '^console/src/lib/', sees: ['contract', 'web'] },
  { name: 'console-data', path: '^console/src/data/', sees: ['contract', 'console-lib'] },
  {
    name: 'console-routing',
    path: '^console/src/routing/',
    sees: ['contract', 'console-lib', 'console-data'],
  },
  {
    name: 'console-components',
    path: '^console/src/components/',
    sees: ['contract', 'web', 'console-lib', 'console-data', 'console-routing'],
  },
  {
    name: 'console-features',
    path: '^console/src/features/',
    sees: ['contract', 'web', 'console-lib', 'console-data', 'console-routing', 'console-components'],
  },
  {
    name: 'console-app',
    path: '^console/(?:[^/]+$|build/|src/(?:app/|[^/]+$))',
    sees: [
      'contract',
      'console-lib',
      'console-data',
      'console-routing',
      'console-components',
      'console-features',
    ],
  },
  { name: 'widget', path: '^widget/', sees: ['contract', 'web'] },
  { name: 'sdk', path: '^sdk/typescript/', sees: [] },
  { name: 'cli', path: '^sdk/cli/', sees: ['sdk'] },
  { name: 'n8n', path: '^sdk/n8n/', sees: ['sdk'] },
];

/**
 * Modules in dependency order: a module may import from modules in its own or an earlier group. The opposite
 * direction uses recorded events. The last group is not called by any module.
 */
export const moduleGroups: readonly (readonly string[])[] = [
  ['accounts', 'api-keys'],
  ['assistants', 'blacklist', 'catalog', 'knowledge', 'tools', 'mcp-servers', 'phone-numbers'],
  ['search'],
  ['conversations', 'calls'],
  ['messages', 'inbox'],
  ['campaigns'],
  ['webhooks', 'billing', 'sandbox', 'console', 'alerts', 'vendors', 'audit-log'],
];
