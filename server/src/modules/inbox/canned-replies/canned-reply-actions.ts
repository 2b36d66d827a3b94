import type { CannedReply } from '#contract/inbox.ts';
import type { Context } from '../../../core/context.ts';
import { invalid, notFound } from '../../../core/errors.ts';
import type { InboxDependencies } from '../dependencies.ts';
import {
  deleteCannedReply,
  insertCannedReply,
  type NewReply,
  readCannedReplies,
  updateCannedReply,
} from './canned-reply-store.ts';

const shortcutInUse = () => invalid({ shortcut: ['The shortcut is already used by another canned reply.'] });

export function listCannedReplies(
  { database }: InboxDependencies,
  { userId }: Context,
): Promise<CannedReply[]> {
  return readCannedReplies(database, userId);
}

/** Throws `invalid` for a shortcut in use. */
export async function createCannedReply(
  { database }: InboxDependencies,
  { userId }: Context,
  input: NewReply,
): Promise<CannedReply> {
  const reply = await insertCannedReply(database, userId, input);
  if (reply === null) throw shortcutInUse();
  return reply;
}

/** Throws `invalid` for a shortcut in use. */
export async function changeCannedReply(
  { database }: InboxDependencies,
  { userId }: Context,
  { id, ...input }: NewReply & { id: number },
): Promise<CannedReply> {
  const { isKnown, reply } = await updateCannedReply(database, { userId, id }, input);
  if (!isKnown) throw notFound('Canned reply');
  if (reply === null) throw shortcutInUse();
  return reply;
}

export async function removeCannedReply(
  { database }: InboxDependencies,
  { userId }: Context,
  id: number,
): Promise<void> {
  if (!(await deleteCannedReply(database, userId, id))) throw notFound('Canned reply');
}
