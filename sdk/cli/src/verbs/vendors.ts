import type { Verb } from '../program/verb.ts';
import { YES } from './shared-options.ts';

const VENDOR = { name: 'vendor', description: 'code, such as openai (see: parley vendors list)' };

/** Only for the owner of the installation. */
export const vendorVerbs: readonly Verb[] = [
  {
    name: 'vendors list',
    summary: 'list the vendors of models, voices and calls, and their state',
    examples: ['vendors list', 'vendors list --json'],
    place: 'remote',
    load: async () => (await import('../vendors/vendor-verbs.ts')).listVendors,
  },
  {
    name: 'vendors set',
    summary: 'connect a vendor, or change its settings',
    details:
      'Asks for the key, which is not shown while you type. Without a terminal, the key is read from standard input; an ' +
      'empty one keeps the stored key. Tests the settings first, and saves them only if they work.',
    arguments: [VENDOR],
    options: [
      {
        flags: '--set <name=value>',
        description: 'a setting, such as base_url; separate list items with commas',
        isRepeatable: true,
      },
      { flags: '--untested', description: 'save the settings without a test' },
    ],
    examples: [
      'vendors set openai < key.txt',
      'vendors set openai-compatible --set base_url=http://127.0.0.1:11434/v1 --set models=llama3.2 < /dev/null',
    ],
    place: 'remote',
    load: async () => (await import('../vendors/set-vendor.ts')).setVendor,
  },
  {
    name: 'vendors test',
    summary: 'send a small request to a vendor with its current settings',
    arguments: [VENDOR],
    examples: ['vendors test openai'],
    place: 'remote',
    load: async () => (await import('../vendors/vendor-verbs.ts')).testVendor,
  },
  {
    name: 'vendors remove',
    summary: 'disconnect a vendor and delete its key',
    arguments: [VENDOR],
    options: [YES],
    examples: ['vendors remove openai --yes'],
    place: 'remote',
    load: async () => (await import('../vendors/vendor-verbs.ts')).removeVendor,
  },
];
