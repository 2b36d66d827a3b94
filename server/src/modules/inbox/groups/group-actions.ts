import type { z } from 'zod';
import type { Group, groupRequest } from '#contract/inbox.ts';
import type { Context } from '../../../core/context.ts';
import { invalid, notFound } from '../../../core/errors.ts';
import type { Transaction } from '../../../db/client.ts';
import type { InboxDependencies } from '../dependencies.ts';
import { isGroupOpen } from './group-hours.ts';
import {
  deleteGroup,
  findStrangers,
  insertGroup,
  lockGroup,
  type NewGroup,
  readGroups,
  replaceMembers,
  type StoredGroup,
  updateGroup,
} from './group-store.ts';

type GroupInput = z.output<typeof groupRequest>;

function shown({ account_timezone: zone, ...group }: StoredGroup, now: Date): Group {
  return { ...group, is_open: isGroupOpen(group.hours, group.timezone ?? zone, now) };
}

export async function listGroups(
  { database, clock }: InboxDependencies,
  { userId }: Context,
): Promise<Group[]> {
  const groups = await readGroups(database, userId, null);
  return groups.map((group) => shown(group, clock.now()));
}

async function readGroup(
  { database, clock }: InboxDependencies,
  userId: number,
  groupId: number,
): Promise<Group> {
  const [group] = await readGroups(database, userId, groupId);
  if (group === undefined) throw notFound('Group');
  return shown(group, clock.now());
}

/** Throws `invalid` for a name in use and for people who are not members. */
export async function createGroup(
  dependencies: InboxDependencies,
  { userId }: Context,
  input: GroupInput,
): Promise<Group> {
  const groupId = await dependencies.database.transaction(async (transaction) => {
    const members = await memberIds(transaction, userId, input);
    const id = await insertGroup(transaction, userId, columnsOf(input));
    if (id === null) throw nameInUse();
    await replaceMembers(transaction, { userId, groupId: id }, members);
    return id;
  });
  return readGroup(dependencies, userId, groupId);
}

/** Replaces a group's name, members and hours. Throws like `createGroup`. */
export async function changeGroup(
  dependencies: InboxDependencies,
  { userId }: Context,
  { groupId, ...input }: GroupInput & { groupId: number },
): Promise<Group> {
  const key = { userId, groupId };
  await dependencies.database.transaction(async (transaction) => {
    if (!(await lockGroup(transaction, userId, groupId))) throw notFound('Group');
    const members = await memberIds(transaction, userId, input);
    if (!(await updateGroup(transaction, key, columnsOf(input)))) throw nameInUse();
    await replaceMembers(transaction, key, members);
  });
  return readGroup(dependencies, userId, groupId);
}

/** Deletes a group; its conversations have no group then. */
export async function removeGroup(
  { database }: InboxDependencies,
  { userId }: Context,
  groupId: number,
): Promise<void> {
  if (!(await deleteGroup(database, userId, groupId))) throw notFound('Group');
}

const columnsOf = ({ name, hours, timezone }: GroupInput): NewGroup => ({
  name: name.trim(),
  hours: hours ?? null,
  timezone: timezone ?? null,
});

const nameInUse = () => invalid({ name: ['The name is already used by another group.'] });

async function memberIds(
  transaction: Transaction,
  userId: number,
  { member_ids: given }: GroupInput,
): Promise<number[]> {
  const strangers = await findStrangers(transaction, userId, given);
  if (strangers.length > 0) {
    throw invalid(
      Object.fromEntries(
        strangers.map((index) => [`member_ids.${index}`, [`The selected member_ids.${index} is invalid.`]]),
      ),
    );
  }
  return [...new Set(given)];
}
