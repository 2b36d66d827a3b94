import type { Nouns } from '../program/command-tree.ts';
import type { Verb } from '../program/verb.ts';
import { accountVerbs } from './account.ts';
import { alertVerbs } from './alerts.ts';
import { assistantVerbs } from './assistants.ts';
import { callVerbs } from './calls.ts';
import { campaignVerbs } from './campaigns.ts';
import { memberVerbs } from './members.ts';
import { resourceVerbs } from './resources.ts';
import { vendorVerbs } from './vendors.ts';
import { webhookVerbs } from './webhooks.ts';

/** All verbs that need only an API. */
export const remoteVerbs: readonly Verb[] = [
  ...accountVerbs,
  ...alertVerbs,
  ...assistantVerbs,
  ...callVerbs,
  ...campaignVerbs,
  ...memberVerbs,
  ...resourceVerbs,
  ...vendorVerbs,
  ...webhookVerbs,
];

/** The nouns in the order of the help. */
export const nouns: Nouns = {
  assistants: 'Assistants, one by one or as files.',
  calls: 'Phone calls.',
  conversations: 'Chats and messages.',
  campaigns: 'Campaigns, which call leads.',
  leads: 'The people that campaigns call.',
  knowledge: 'Knowledgebases and their documents.',
  numbers: 'Phone numbers.',
  tools: 'Tools that assistants use in calls and chats.',
  webhooks: 'Webhook endpoints and deliveries.',
  alerts: 'Problems that need attention.',
  members: 'Members of the account and invitations.',
  'audit-log': 'Who changed what in the account.',
  keys: 'API keys.',
  billing: 'The ledger of the account.',
  vendors: 'Vendors of models, voices and calls, and their keys.',
};

/** `completion`, which knows all verbs of the program. */
export function completionVerb(all: () => readonly Verb[]): Verb {
  return {
    name: 'completion',
    summary: 'print a script that completes commands in your shell',
    arguments: [{ name: 'shell', description: 'bash, zsh or fish' }],
    examples: ['completion bash >> ~/.bashrc', 'completion fish > ~/.config/fish/completions/parley.fish'],
    place: 'none',
    load: async () => (await import('../completion/completion.ts')).completionOf(all()),
  };
}
