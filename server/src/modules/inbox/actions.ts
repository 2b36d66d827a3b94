import type { z } from 'zod';
import type {
  assignRequest,
  BulkConversations,
  BulkConversationsReport,
  ConversationEvent,
  InboxChoices,
  InboxCounts,
  InboxState,
  Note,
} from '#contract/inbox.ts';
import type { FieldErrors } from '#contract/validation.ts';
import type { Context } from '../../core/context.ts';
import { invalid, notFound } from '../../core/errors.ts';
import { isUuid } from '../../core/uuid.ts';
import type { Executor } from '../../db/client.ts';
import { uuidOf } from '../conversations/actions.ts';
import { needsPerson, personOf } from '../conversations/inbox/person.ts';
import type { InboxDependencies } from './dependencies.ts';
import { changedTags, snoozeErrors, storedTags } from './rules.ts';
import {
  type Author,
  assign,
  type ConversationKey,
  close,
  deleteNote,
  findConversation,
  findConversations,
  insertNote,
  keepGroup,
  keepMember,
  lockTags,
  markRead,
  readChoices,
  readCounts,
  readEvents,
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

/** Throws `not-found` for a conversation that was deleted meanwhile. */
function stateOf([changed]: readonly { state: InboxState }[]): InboxState {
  if (changed === undefined) throw notFound('Conversation');
  return changed.state;
}

function authorOf(context: Context): Author {
  const { actor } = context;
  return { person: personOf(context), tokenId: actor.kind === 'account' ? actor.tokenId : null };
}

/** One conversation as a change needs it. */
async function only(
  dependencies: InboxDependencies,
  context: Context,
  key: string,
): Promise<{ userId: number; ids: number[]; author: Author }> {
  const { userId, conversationId } = await requireConversation(dependencies, context, key);
  return { userId, ids: [conversationId], author: authorOf(context) };
}

/** Throws `invalid` for ids of another account. Keeps member and group until the transaction ends. */
async function keepAssignees(
  transaction: Executor,
  userId: number,
  wanted: z.output<typeof assignRequest>,
): Promise<{ personId: number | null; groupId: number | null }> {
  const personId = wanted.person_id ?? null;
  const groupId = wanted.group_id ?? null;
  const errors: FieldErrors = {};
  if (personId !== null && !(await keepMember(transaction, userId, personId))) {
    errors['person_id'] = ['The selected person id is invalid.'];
  }
  if (groupId !== null && !(await keepGroup(transaction, userId, groupId))) {
    errors['group_id'] = ['The selected group id is invalid.'];
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return { personId, groupId };
}

function checkSnooze({ clock }: InboxDependencies, until: Date): void {
  const errors = snoozeErrors(until, clock.now());
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

/** Assigns a conversation to a member, a group, both or neither. Throws `invalid` for ids of another account. */
export async function assignConversation(
  dependencies: InboxDependencies,
  context: Context,
  { key, ...wanted }: z.output<typeof assignRequest> & { key: string },
): Promise<InboxState> {
  const conversation = await only(dependencies, context, key);
  return dependencies.database.transaction(async (transaction) =>
    stateOf(
      await assign(transaction, conversation, await keepAssignees(transaction, context.userId, wanted)),
    ),
  );
}

/** Hides a conversation until an instant or the customer's next message. */
export async function snoozeConversation(
  dependencies: InboxDependencies,
  context: Context,
  { key, until }: { key: string; until: Date },
): Promise<InboxState> {
  const conversation = await only(dependencies, context, key);
  checkSnooze(dependencies, until);
  return stateOf(await snooze(dependencies.database, conversation, until));
}

/** Closes a conversation and hands it back to the assistant. */
export async function closeConversation(
  dependencies: InboxDependencies,
  context: Context,
  key: string,
): Promise<InboxState> {
  return stateOf(await close(dependencies.database, await only(dependencies, context, key)));
}

/** Opens a closed or snoozed conversation. */
export async function reopenConversation(
  dependencies: InboxDependencies,
  context: Context,
  key: string,
): Promise<InboxState> {
  return stateOf(await reopen(dependencies.database, await only(dependencies, context, key)));
}

export async function tagConversation(
  dependencies: InboxDependencies,
  context: Context,
  { key, tags }: { key: string; tags: readonly string[] },
): Promise<InboxState> {
  const { userId, conversationId } = await requireConversation(dependencies, context, key);
  return stateOf(
    await setTags(dependencies.database, userId, [{ id: conversationId, tags: storedTags(tags) }]),
  );
}

/** Changes several conversations in one transaction. Those of other accounts are skipped as `not_found`. */
export async function changeConversations(
  dependencies: InboxDependencies,
  context: Context,
  change: BulkConversations,
): Promise<BulkConversationsReport> {
  const { userId } = context;
  const uuids = [...new Set(change.ids.map((uuid) => uuid.toLowerCase()))];
  if (change.until != null) checkSnooze(dependencies, new Date(change.until));
  return dependencies.database.transaction(async (transaction) => {
    const known = await findConversations(transaction, userId, uuids.filter(isUuid));
    const changed = { userId, ids: [...known.values()], author: authorOf(context) };
    const outcomes = await applyChange(transaction, changed, change);
    const skipped = uuids.flatMap((id) => {
      const outcome = outcomes.get(known.get(id) ?? 0) ?? 'not_found';
      return outcome === 'changed' ? [] : [{ id, reason: outcome }];
    });
    return { changed: uuids.length - skipped.length, skipped };
  });
}

type Outcome = 'changed' | BulkConversationsReport['skipped'][number]['reason'];

async function applyChange(
  transaction: Executor,
  changed: { userId: number; ids: readonly number[]; author: Author },
  { action, ...given }: BulkConversations,
): Promise<Map<number, Outcome>> {
  const { userId } = changed;
  switch (action) {
    case 'assign':
      return outcomesOf(await assign(transaction, changed, await keepAssignees(transaction, userId, given)));
    case 'snooze':
      return outcomesOf(await snooze(transaction, changed, new Date(given.until ?? 0)));
    case 'close':
      return outcomesOf(await close(transaction, changed));
    case 'reopen':
      return outcomesOf(await reopen(transaction, changed));
    case 'add_tags':
    case 'remove_tags': {
      const before = await lockTags(transaction, changed);
      const tagged = before.map(({ id, tags }) => ({
        id,
        ...changedTags(tags, { action, tags: given.tags ?? [] }),
      }));
      await setTags(
        transaction,
        userId,
        tagged.filter(({ outcome }) => outcome === 'changed'),
      );
      return new Map(tagged.map(({ id, outcome }) => [id, outcome]));
    }
  }
}

function outcomesOf(changes: readonly { id: number; isChanged: boolean }[]): Map<number, Outcome> {
  return new Map(changes.map(({ id, isChanged }) => [id, isChanged ? 'changed' : 'unchanged']));
}

export async function listEvents(
  dependencies: InboxDependencies,
  context: Context,
  key: string,
): Promise<ConversationEvent[]> {
  return readEvents(dependencies.database, await requireConversation(dependencies, context, key));
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
  return insertNote(dependencies.database, conversation, { content, ...authorOf(context) });
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
