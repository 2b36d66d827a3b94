import { useQuery } from '@tanstack/react-query';
import type { Conversation } from '../../../data/conversations.ts';
import { cannedRepliesQuery, inboxChoicesQuery } from '../../../data/inbox.ts';
import { cannedValues, fillCanned } from './canned.ts';

/** Canned replies with the values of this conversation. */
export function useCanned(conversation: Conversation): { shortcut: string; text: string }[] {
  const { data: replies = [] } = useQuery(cannedRepliesQuery);
  const { data: choices } = useQuery(inboxChoicesQuery);
  const values = cannedValues(conversation, choices?.you?.name);
  return replies.map((reply) => ({ shortcut: reply.shortcut, text: fillCanned(reply, values) }));
}
