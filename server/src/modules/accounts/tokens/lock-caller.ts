import type { Role } from '#contract/roles.ts';
import type { Context } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import type { Executor } from '../../../db/client.ts';
import { requireRole } from '../../../http/route-role.ts';

/**
 * Locks the account and checks the caller's current rights, so that a request that was admitted before a removal, a
 * change of role or a new password changes nothing after it. Call it first in the transaction.
 * @returns the caller's current role; `owner` for jobs and the terminal
 * @throws AppError `unauthenticated` if the token has ended, `forbidden` if the role is too low
 */
export async function lockCaller(
  transaction: Executor,
  { userId, actor }: Pick<Context, 'userId' | 'actor'>,
  needed: Role,
): Promise<Role> {
  await transaction.query('select from users where id = $1 for no key update', [userId]);
  if (actor.kind !== 'account') return 'owner';
  const [row] = await transaction.query<{ role: Role }>(
    `select coalesce(memberships.role, tokens.role) as role from tokens
     left join memberships on memberships.user_id = tokens.user_id and memberships.person_id = tokens.person_id
     where tokens.id = $1 and tokens.user_id = $2 for share of tokens`,
    [actor.tokenId, userId],
  );
  if (row === undefined) throw new AppError('unauthenticated', 'Unauthenticated.');
  requireRole(row.role, needed);
  return row.role;
}
