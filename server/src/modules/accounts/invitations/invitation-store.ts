import type { Invitation } from '#contract/members.ts';
import type { Role } from '#contract/roles.ts';
import type { Executor } from '../../../db/client.ts';
import { jsonObject } from '../../../db/json-object.ts';
import type { PageRequest } from '../../../http/pagination.ts';

const INVITATION_JSON = jsonObject<Invitation>({
  id: 'invitations.id',
  email: 'invitations.email',
  role: 'invitations.role',
  invited_by: '(select people.name from people where people.id = invitations.invited_by)',
  created_at: 'iso_timestamp(invitations.created_at)',
  expires_at: 'iso_timestamp(invitations.expires_at)',
});

export interface NewInvitation {
  userId: number;
  email: string;
  role: Role;
  tokenHash: Buffer;
  /** Null for an API key. */
  invitedBy: number | null;
}

const VALID_DAYS = 7;

/** Stores an invitation in place of an earlier one to the same address. @returns it as JSON text */
export async function replaceInvitation(database: Executor, invitation: NewInvitation): Promise<string> {
  const { userId, email, role, tokenHash, invitedBy } = invitation;
  await database.query('delete from invitations where user_id = $1 and lower(email) = lower($2)', [
    userId,
    email,
  ]);
  const [row] = await database.query<{ text: string }>(
    `insert into invitations (user_id, email, role, token_hash, invited_by, expires_at)
     values ($1, $2, $3, $4, $5, clock_timestamp() + make_interval(days => $6))
     returning ${INVITATION_JSON}::text as text`,
    [userId, email, role, tokenHash, invitedBy, VALID_DAYS],
  );
  if (row === undefined) throw new Error('The invitation was not stored.');
  return row.text;
}

/** One page of invitations that are still valid as JSON text, newest first. */
export async function readInvitations(
  database: Executor,
  userId: number,
  { page, perPage }: PageRequest,
): Promise<{ items: string; count: number; total: number }> {
  const [row] = await database.query<{ items: string; count: number; total: number }>(
    `with matching as (
       select id from invitations where user_id = $1 and expires_at > clock_timestamp()),
     page as (select id from matching order by id desc limit $2 offset $3)
     select coalesce((select string_agg(${INVITATION_JSON}::text, ',' order by id desc) from invitations
         where id in (select id from page)), '') as items,
       (select count(*)::int from page) as count, (select count(*)::int from matching) as total`,
    [userId, perPage, (page - 1) * perPage],
  );
  return row ?? { items: '', count: 0, total: 0 };
}

export async function findInvitationRole(
  database: Executor,
  { userId, id }: { userId: number; id: number },
): Promise<Role | null> {
  const [row] = await database.query<{ role: Role }>(
    'select role from invitations where user_id = $1 and id = $2 for update',
    [userId, id],
  );
  return row?.role ?? null;
}

export async function deleteInvitation(
  database: Executor,
  { userId, id }: { userId: number; id: number },
): Promise<void> {
  await database.query('delete from invitations where user_id = $1 and id = $2', [userId, id]);
}

/** True if a person with this address belongs to the account. */
export async function isMember(database: Executor, userId: number, email: string): Promise<boolean> {
  const rows = await database.query(
    `select memberships.user_id from memberships join people on people.id = memberships.person_id
     where user_id = $1 and lower(people.email) = lower($2)`,
    [userId, email],
  );
  return rows.length > 0;
}

export interface OpenInvitation {
  id: number;
  userId: number;
  account: string;
  email: string;
  role: Role;
  hasLogin: boolean;
  expiresAt: string;
}

/** The valid invitation with this hash of its token, or null. */
export async function findOpenInvitation(
  database: Executor,
  tokenHash: Buffer,
): Promise<OpenInvitation | null> {
  const [row] = await database.query<OpenInvitation>(
    `select invitations.id, invitations.user_id as "userId", users.name as account, invitations.email, role,
       exists (select from people where lower(people.email) = lower(invitations.email)) as "hasLogin",
       iso_timestamp(invitations.expires_at) as "expiresAt"
     from invitations join users on users.id = invitations.user_id
     where token_hash = $1 and invitations.expires_at > clock_timestamp()`,
    [tokenHash],
  );
  return row ?? null;
}

/** Uses an invitation up. @returns false if it was used, revoked or has expired meanwhile */
export async function takeInvitation(database: Executor, id: number, tokenHash: Buffer): Promise<boolean> {
  const rows = await database.query(
    `delete from invitations where id = $1 and token_hash = $2 and expires_at > clock_timestamp() returning id`,
    [id, tokenHash],
  );
  return rows.length > 0;
}
