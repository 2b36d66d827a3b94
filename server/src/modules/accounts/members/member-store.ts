import type { Member } from '#contract/members.ts';
import type { Role } from '#contract/roles.ts';
import type { Executor } from '../../../db/client.ts';
import { jsonObject } from '../../../db/json-object.ts';
import type { PageRequest } from '../../../http/pagination.ts';

const MEMBER_JSON = jsonObject<Member>({
  id: 'people.id',
  name: 'people.name',
  email: 'people.email',
  role: 'memberships.role',
  is_you: 'people.id is not distinct from $2::bigint',
  created_at: 'iso_timestamp(memberships.created_at)',
});

const MEMBERS = 'memberships join people on people.id = memberships.person_id';

export interface MemberFilter {
  userId: number;
  /** The person who asks; null for API keys. */
  personId: number | null;
  /** Part of a name or address, in lower case; null for all. */
  query: string | null;
}

/** One page as JSON text, in the order in which they joined. */
export async function readMembers(
  database: Executor,
  { userId, personId, query }: MemberFilter,
  { page, perPage }: PageRequest,
): Promise<{ items: string; count: number; total: number }> {
  const [row] = await database.query<{ items: string; count: number; total: number }>(
    `with matching as (
       select person_id from ${MEMBERS}
       where user_id = $1
         and ($3::text is null or strpos(lower(people.name), $3) > 0 or strpos(lower(people.email), $3) > 0)),
     page as (
       select person_id from memberships where user_id = $1 and person_id in (select person_id from matching)
       order by created_at, person_id limit $4 offset $5)
     select coalesce((
         select string_agg(${MEMBER_JSON}::text, ',' order by memberships.created_at, people.id) from ${MEMBERS}
         where user_id = $1 and person_id in (select person_id from page)), '') as items,
       (select count(*)::int from page) as count, (select count(*)::int from matching) as total`,
    [userId, personId, query, perPage, (page - 1) * perPage],
  );
  return row ?? { items: '', count: 0, total: 0 };
}

/** A member as JSON text; null if the person does not belong to the account. */
export async function readMember(
  database: Executor,
  about: { userId: number; personId: number | null; id: number },
): Promise<string | null> {
  const [row] = await database.query<{ text: string }>(
    `select ${MEMBER_JSON}::text as text from ${MEMBERS} where user_id = $1 and people.id = $3`,
    [about.userId, about.personId, about.id],
  );
  return row?.text ?? null;
}

/** Role of a member and number of owners; null if the person does not belong to the account. */
export async function findMembership(
  database: Executor,
  about: { userId: number; id: number },
): Promise<{ role: Role; owners: number } | null> {
  const [row] = await database.query<{ role: Role; owners: number }>(
    `select role, (select count(*)::int from memberships where user_id = $1 and role = 'owner') as owners
     from memberships where user_id = $1 and person_id = $2`,
    [about.userId, about.id],
  );
  return row ?? null;
}

export async function updateRole(
  database: Executor,
  about: { userId: number; id: number; role: Role },
): Promise<void> {
  await database.query('update memberships set role = $3 where user_id = $1 and person_id = $2', [
    about.userId,
    about.id,
    about.role,
  ]);
}

/**
 * Ends a membership. The person's sessions in this account move to another account of the person; without one, they
 * end.
 */
export async function deleteMembership(
  database: Executor,
  { userId, id }: { userId: number; id: number },
): Promise<void> {
  await database.query('update people set last_user_id = null where id = $2 and last_user_id = $1', [
    userId,
    id,
  ]);
  await database.query(
    `update tokens set user_id = next.user_id from (
       select user_id from memberships where person_id = $2 and user_id <> $1
       order by role = 'owner' desc, created_at, user_id limit 1) as next
     where tokens.person_id = $2 and tokens.user_id = $1`,
    [userId, id],
  );
  // Deletes the remaining sessions, too.
  await database.query('delete from memberships where user_id = $1 and person_id = $2', [userId, id]);
}

/** Deletes pending invitations of a member to any of these roles. */
export async function deleteInvitationsOf(
  database: Executor,
  about: { userId: number; personId: number; roles: readonly Role[] },
): Promise<void> {
  await database.query(
    'delete from invitations where user_id = $1 and invited_by = $2 and role = any($3::text[])',
    [about.userId, about.personId, about.roles],
  );
}
