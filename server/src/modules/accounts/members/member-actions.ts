import { includesRole, ROLES, type Role } from '#contract/roles.ts';
import type { AccountContext } from '../../../core/context.ts';
import { AppError, notFound } from '../../../core/errors.ts';
import type { Database, Executor } from '../../../db/client.ts';
import { type PageRequest, pageEnvelope } from '../../../http/pagination.ts';
import type { RequestFacts } from '../../../http/route.ts';
import { lockCaller } from '../tokens/lock-caller.ts';
import {
  deleteInvitationsOf,
  deleteMembership,
  findMembership,
  readMember,
  readMembers,
  updateRole,
} from './member-store.ts';
import { type MemberRefusal, refuseChange } from './rules.ts';

const NOT_FOUND = 'Member';

/** A page of members as JSON text. */
export async function listMembers(
  { database }: { database: Database },
  { userId, actor }: AccountContext,
  about: { query: string | null; page: PageRequest; facts: RequestFacts },
): Promise<string> {
  const { query, page, facts } = about;
  const filter = { userId, personId: actor.person?.id ?? null, query: query?.toLowerCase() ?? null };
  return pageEnvelope(facts, page, await readMembers(database, filter, page));
}

/** Changes a member's role. @returns the member as JSON text */
export function changeMemberRole(
  { database }: { database: Database },
  context: AccountContext,
  { id, role }: { id: number; role: Role },
): Promise<string> {
  const { userId, actor } = context;
  return database.transaction(async (transaction) => {
    await requireChange(transaction, context, { id, wanted: role });
    await updateRole(transaction, { userId, id, role });
    await deleteInvitationsOf(transaction, { userId, personId: id, roles: rolesAbove(role) });
    const member = await readMember(transaction, { userId, personId: actor.person?.id ?? null, id });
    if (member === null) throw notFound(NOT_FOUND);
    return member;
  });
}

/** Removes a member, or lets the caller leave the account. */
export async function removeMember(
  { database }: { database: Database },
  context: AccountContext,
  id: number,
): Promise<void> {
  const { userId } = context;
  await database.transaction(async (transaction) => {
    await requireChange(transaction, context, { id, wanted: null });
    await deleteInvitationsOf(transaction, { userId, personId: id, roles: ROLES });
    await deleteMembership(transaction, { userId, id });
  });
}

/** Throws `not-found`, `forbidden` and `conflict`. */
async function requireChange(
  transaction: Executor,
  context: AccountContext,
  { id, wanted }: { id: number; wanted: Role | null },
): Promise<void> {
  const isSelf = context.actor.person?.id === id;
  // All members may leave an account.
  const caller = await lockCaller(transaction, context, isSelf && wanted === null ? 'viewer' : 'admin');
  const membership = await findMembership(transaction, { userId: context.userId, id });
  if (membership === null) throw notFound(NOT_FOUND);
  const { role: member, owners } = membership;
  const refusal = refuseChange({ caller, member, wanted, isSelf, owners });
  if (refusal !== null) throw refused(refusal, caller);
}

function refused(refusal: MemberRefusal, caller: Role): AppError {
  return refusal === 'last-owner'
    ? new AppError('conflict', 'An account needs an owner. Make another member an owner first.')
    : new AppError('forbidden', `Only members with a higher role may do this. Your role is ${caller}.`);
}

function rolesAbove(role: Role): Role[] {
  return ROLES.filter((other) => !includesRole(role, other));
}
