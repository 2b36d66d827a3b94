import type { Group, WeekHours } from '#contract/inbox.ts';
import type { Executor } from '../../../db/client.ts';
import { jsonObject } from '../../../db/json-object.ts';

/** A group as stored; whether it is open depends on the time. */
export type StoredGroup = Omit<Group, 'is_open'> & { account_timezone: string };

const MEMBER_JSON = jsonObject<Group['members'][number]>({ id: 'people.id', name: 'people.name' });

const GROUP_JSON = jsonObject<StoredGroup>({
  id: 'inbox_groups.id',
  name: 'inbox_groups.name',
  members: `coalesce((select json_agg(${MEMBER_JSON} order by lower(people.name), people.id)
    from inbox_group_members member join people on people.id = member.person_id
    where member.user_id = inbox_groups.user_id and member.group_id = inbox_groups.id), '[]')`,
  hours: 'inbox_groups.hours',
  timezone: 'inbox_groups.timezone',
  account_timezone: 'users.timezone',
});

/** By name. @param groupId null for all */
export async function readGroups(
  database: Executor,
  userId: number,
  groupId: number | null,
): Promise<StoredGroup[]> {
  const rows = await database.query<{ stored: StoredGroup }>(
    `select ${GROUP_JSON} as stored from inbox_groups join users on users.id = inbox_groups.user_id
     where inbox_groups.user_id = $1 and ($2::bigint is null or inbox_groups.id = $2)
     order by lower(inbox_groups.name)`,
    [userId, groupId],
  );
  return rows.map(({ stored }) => stored);
}

export interface NewGroup {
  name: string;
  hours: WeekHours | null;
  timezone: string | null;
}

/** @returns its id; null if the account has a group of this name */
export async function insertGroup(
  transaction: Executor,
  userId: number,
  { name, hours, timezone }: NewGroup,
): Promise<number | null> {
  const [row] = await transaction.query<{ id: number }>(
    `insert into inbox_groups (user_id, name, hours, timezone) values ($1, $2, $3, $4)
     on conflict (user_id, lower(name)) do nothing returning id`,
    [userId, name, hours === null ? null : JSON.stringify(hours), timezone],
  );
  return row?.id ?? null;
}

/** Locks a group. @returns false if the account has no such group */
export async function lockGroup(transaction: Executor, userId: number, groupId: number): Promise<boolean> {
  const rows = await transaction.query('select from inbox_groups where user_id = $1 and id = $2 for update', [
    userId,
    groupId,
  ]);
  return rows.length > 0;
}

/** @returns false if another group has the name */
export async function updateGroup(
  transaction: Executor,
  { userId, groupId }: { userId: number; groupId: number },
  { name, hours, timezone }: NewGroup,
): Promise<boolean> {
  const rows = await transaction.query(
    `update inbox_groups set name = $3, hours = $4, timezone = $5, updated_at = clock_timestamp()
     where user_id = $1 and id = $2 and not exists (
       select from inbox_groups other where other.user_id = $1 and lower(other.name) = lower($3) and other.id <> $2)
     returning id`,
    [userId, groupId, name, hours === null ? null : JSON.stringify(hours), timezone],
  );
  return rows.length > 0;
}

/** Positions in `personIds` of people who are not members of the account. Keeps the memberships of the others. */
export async function findStrangers(
  transaction: Executor,
  userId: number,
  personIds: readonly number[],
): Promise<number[]> {
  const rows = await transaction.query<{ person_id: number }>(
    'select person_id from memberships where user_id = $1 and person_id = any($2) order by person_id for key share',
    [userId, personIds],
  );
  const known = new Set(rows.map(({ person_id }) => person_id));
  return personIds.flatMap((personId, index) => (known.has(personId) ? [] : [index]));
}

export async function replaceMembers(
  transaction: Executor,
  { userId, groupId }: { userId: number; groupId: number },
  personIds: readonly number[],
): Promise<void> {
  await transaction.query(
    `with gone as (
       delete from inbox_group_members where user_id = $1 and group_id = $2 and person_id <> all($3::bigint[]))
     insert into inbox_group_members (user_id, group_id, person_id)
     select $1, $2, unnest($3::bigint[]) on conflict do nothing`,
    [userId, groupId, personIds],
  );
}

/** @returns false if the account has no such group */
export async function deleteGroup(database: Executor, userId: number, groupId: number): Promise<boolean> {
  const rows = await database.query('delete from inbox_groups where user_id = $1 and id = $2 returning id', [
    userId,
    groupId,
  ]);
  return rows.length > 0;
}
