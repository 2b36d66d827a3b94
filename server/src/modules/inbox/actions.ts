import type { z } from 'zod';
import type { assignRequest, InboxChoices, InboxCounts, InboxState, Note } from '#contract/inbox.ts';
import type { FieldErrors } from '#contract/validation.ts';
import type { Context } from '../../core/context.ts';
import { invalid, notFound } from '../../core/errors.ts';
import { isUuid } from '../../core/uuid.ts';
import { uuidOf } from '../conversations/actions.ts';
import { needsPerson, personOf } from '../conversations/inbox/person.ts';
import type { InboxDependencies } from './dependencies.ts';
import { snoozeErrors, storedTags } from './rules.ts';
import {
  assign,
  type ConversationKey,
  close,
  deleteNote,
  findConversation,
  insertNote,
  keepGroup,
  keepMember,
  markRead,
  readChoices,
  readCounts,
  readNotes,
  reopen,
  setTags,
  snooze,
} from './store.ts';

/** A conversation by its UUID or integer id. Throws `not-found`. */
export async function requireConversation(
  dependencies: InboxDependencies,
  context: Context,
  key: string,
): Promise<ConversationKey> {
  const { userId } = context;
  const uuid = await uuidOf(dependencies, context, key);
  const conversationId = isUuid(uuid) ? await findConversation(dependencies.database, userId, uuid) : null;
  if (conversationId === null) throw notFound('Conversation');
  return { userId, conversationId };
}

function found(state: InboxState | null): InboxState {
  if (state === null) throw notFound('Conversation');
  return state;
}

/** Assigns a conversation to a member, a group, both or neither. Throws `invalid` for ids of another account. */
export async function assignConversation(
  dependencies: InboxDependencies,
  context: Context,
  { key, ...wanted }: z.output<typeof assignRequest> & { key: string },
): Promise<InboxState> {
  const conversation = await requireConversation(dependencies, context, key);
  const { userId } = context;
  const personId = wanted.person_id ?? null;
  const groupId = wanted.group_id ?? null;
  return dependencies.database.transaction(async (transaction) => {
    const errors: FieldErrors = {};
    if (personId !== null && !(await keepMember(transaction, userId, personId))) {
      errors['person_id'] = ['The selected person id is invalid.'];
    }
    if (groupId !== null && !(await keepGroup(transaction, userId, groupId))) {
      errors['group_id'] = ['The selected group id is invalid.'];
    }
    if (Object.keys(errors).length > 0) throw invalid(errors);
    return found(await assign(transaction, conversation, { personId, groupId }));
  });
}

/** Hides a conversation until an instant or the customer's next message. */
export async function snoozeConversation(
  dependencies: InboxDependencies,
  context: Context,
  { key, until }: { key: string; until: Date },
): Promise<InboxState> {
  const conversation = await requireConversation(dependencies, context, key);
  const errors = snoozeErrors(until, dependencies.clock.now());
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return found(await snooze(dependencies.database, conversation, until));
}

/** Closes a conversation and hands it back to the assistant. */
export async function closeConversation(
  dependencies: InboxDependencies,
  context: Context,
  key: string,
): Promise<InboxState> {
  const conversation = await requireConversation(dependencies, context, key);
  return found(await close(dependencies.database, conversation));
}

/** Opens a closed or snoozed conversation. */
export async function reopenConversation(
  dependencies: InboxDependencies,
  context: Context,
  key: string,
): Promise<InboxState> {
  const conversation = await requireConversation(dependencies, context, key);
  return found(await reopen(dependencies.database, conversation));
}

export async function tagConversation(
  dependencies: InboxDependencies,
  context: Context,
  { key, tags }: { key: string; tags: readonly string[] },
): Promise<InboxState> {
  const conversation = await requireConversation(dependencies, context, key);
  return found(await setTags(dependencies.database, conversation, storedTags(tags)));
}

/** Marks a conversation as read by the member. Throws `invalid` for an API key. */
export async function readConversation(
  dependencies: InboxDependencies,
  context: Context,
  key: string,
): Promise<void> {
  const conversation = await requireConversation(dependencies, context, key);
  const person = personOf(context);
  if (person === null) throw needsPerson('A read mark');
  await markRead(dependencies.database, conversation, person.id);
}

export async function writeNote(
  dependencies: InboxDependencies,
  context: Context,
  { key, content }: { key: string; content: string },
): Promise<Note> {
  const conversation = await requireConversation(dependencies, context, key);
  const { actor } = context;
  const tokenId = actor.kind === 'account' ? actor.tokenId : null;
  return insertNote(dependencies.database, conversation, { content, person: personOf(context), tokenId });
}

export async function listNotes(
  dependencies: InboxDependencies,
  context: Context,
  key: string,
): Promise<Note[]> {
  return readNotes(dependencies.database, await requireConversation(dependencies, context, key));
}

export async function removeNote(
  dependencies: InboxDependencies,
  context: Context,
  { key, noteId }: { key: string; noteId: number },
): Promise<void> {
  const conversation = await requireConversation(dependencies, context, key);
  if (!(await deleteNote(dependencies.database, conversation, noteId))) throw notFound('Note');
}

export function countInbox({ database }: InboxDependencies, context: Context): Promise<InboxCounts> {
  return readCounts(database, context.userId, personOf(context)?.id ?? null);
}

export async function listChoices({ database }: InboxDependencies, context: Context): Promise<InboxChoices> {
  const choices = await readChoices(database, context.userId);
  return { you: personOf(context), ...choices };
}
