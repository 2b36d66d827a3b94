import type { ContentHit } from '../../data/content-search.ts';

export const KIND_WORDS: Readonly<Record<ContentHit['kind'], string>> = {
  call: 'Call',
  conversation: 'Conversation',
  lead: 'Lead',
  sms: 'SMS',
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

const AUTHOR_WORDS = { customer: 'Customer', ai: 'Assistant', human: 'Teammate' } as const;

/** Who said or wrote the line. */
export function authorOf({ author, note_id }: NonNullable<ContentHit['line']>): string {
  return note_id === null ? AUTHOR_WORDS[author] : 'Note';
}
