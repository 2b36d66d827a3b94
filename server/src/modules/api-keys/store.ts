import type { Role } from '#contract/roles.ts';
import type { Executor } from '../../db/client.ts';

export interface ApiKeyRow {
  id: number;
  name: string;
  last_used_at: string | null;
  created_at: string;
}

export function findKeys(database: Executor, userId: number): Promise<ApiKeyRow[]> {
  return database.query<ApiKeyRow>(
    `select id, name, iso_timestamp(last_used_at) as last_used_at, iso_timestamp(created_at) as created_at
     from tokens where user_id = $1 and kind = 'api-key' order by id`,
    [userId],
  );
}

export interface DatedKeyRow extends ApiKeyRow {
  /** Null if the key never expires. */
  expires_at: string | null;
  role: Role;
  created_by: string | null;
}

export function findDatedKeys(database: Executor, userId: number): Promise<DatedKeyRow[]> {
  return database.query<DatedKeyRow>(
    `select id, name, iso_timestamp(last_used_at) as last_used_at, iso_timestamp(created_at) as created_at,
       iso_timestamp(expires_at) as expires_at, role,
       (select people.name from people where people.id = tokens.created_by) as created_by
     from tokens where user_id = $1 and kind = 'api-key' order by id`,
    [userId],
  );
}

/** Role of the deleted key; null when the account has no such key. */
export async function deleteKey(database: Executor, userId: number, id: number): Promise<Role | null> {
  const [row] = await database.query<{ role: Role }>(
    `delete from tokens where user_id = $1 and id = $2 and kind = 'api-key' returning role`,
    [userId, id],
  );
  return row?.role ?? null;
}
