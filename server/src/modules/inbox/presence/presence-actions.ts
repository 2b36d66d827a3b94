import type { Presence } from '#contract/inbox.ts';
import type { Context } from '../../../core/context.ts';
import { needsPerson, personOf } from '../../conversations/inbox/person.ts';
import { requireConversation } from '../actions.ts';
import type { InboxDependencies } from '../dependencies.ts';
import { endPresence, readPresence, renewPresence } from './presence-store.ts';

/** Announces that the member has a conversation open. Throws `invalid` for an API key. @returns the other members there */
export async function announcePresence(
  dependencies: InboxDependencies,
  context: Context,
  { key, isTyping }: { key: string; isTyping: boolean },
): Promise<Presence[]> {
  const conversation = await requireConversation(dependencies, context, key);
  const person = personOf(context);
  if (person === null) throw needsPerson('Presence');
  await renewPresence(dependencies.database, conversation, { personId: person.id, isTyping });
  return readPresence(dependencies.database, conversation, person.id);
}

export async function listPresence(
  dependencies: InboxDependencies,
  context: Context,
  key: string,
): Promise<Presence[]> {
  const conversation = await requireConversation(dependencies, context, key);
  return readPresence(dependencies.database, conversation, personOf(context)?.id ?? null);
}

/** Throws `invalid` for an API key. */
export async function leave(dependencies: InboxDependencies, context: Context, key: string): Promise<void> {
  const conversation = await requireConversation(dependencies, context, key);
  const person = personOf(context);
  if (person === null) throw needsPerson('Presence');
  await endPresence(dependencies.database, conversation, person.id);
}
