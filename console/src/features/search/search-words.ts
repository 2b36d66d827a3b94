import type { ContentHit } from '../../data/content-search.ts';

export const KIND_WORDS: Readonly<Record<ContentHit['kind'], string>> = {
  call: 'Call',
  conversation: 'Conversation',
  lead: 'Lead',
};

export const CHANNEL_WORDS: Readonly<Record<NonNullable<ContentHit['channel']>, string>> = {
  inbound: 'Inbound call',
  outbound: 'Outbound call',
  web: 'Browser call',
  widget: 'Website',
  msgapp: 'Messaging',
  api: 'API',
  test: 'Test',
};

export const AUTHOR_WORDS = { customer: 'Customer', ai: 'Assistant', human: 'Teammate' } as const;
