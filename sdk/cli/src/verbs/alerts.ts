import type { Verb } from '../program/verb.ts';
import { PAGES, YES } from './shared-options.ts';

export const alertVerbs: readonly Verb[] = [
  {
    name: 'alerts list',
    summary: 'list alerts, newest first',
    options: [
      {
        flags: '--status <status>',
        description: 'only these',
        choices: ['open', 'dismissed', 'resolved'],
      },
      { flags: '--kind <kind>', description: 'for example balance_low' },
      ...PAGES,
    ],
    examples: ['alerts list --status open', 'alerts list --kind document_failed --json'],
    place: 'remote',
    load: async () =>
      (await import('../records/read.ts')).listOf('alerts', [
        { option: 'status', parameter: 'status' },
        { option: 'kind', parameter: 'kind' },
      ]),
  },
  {
    name: 'alerts dismiss',
    summary: 'hide an alert, or all open alerts, until the cause comes back',
    arguments: [{ name: '[alert]', description: 'id of the alert' }],
    options: [{ flags: '--all', description: 'all open alerts' }, YES],
    examples: ['alerts dismiss 12', 'alerts dismiss --all --yes'],
    place: 'remote',
    load: async () => (await import('../alerts/alerts.ts')).dismissAlerts,
  },
];
