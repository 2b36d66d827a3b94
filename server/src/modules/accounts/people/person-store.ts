import type { Role } from '#contract/roles.ts';
import type { Executor } from '../../../db/client.ts';

export interface PersonRow {
  id: number;
  name: string;
  email: string;
  password_hash: string;
}

/** Null if the email address is taken. */
export async function insertPerson(
  database: Executor,
  person: { name: string; email: string; passwordHash: string },
): Promise<number | null> {
  const [row] = await database.query<{ id: number }>(
    `insert into people (name, email, password_hash) values ($1, $2, $3)
     on conflict do nothing returning id`,
    [person.name, person.email, person.passwordHash],
  );
  return row?.id ?? null;
}

export async function insertMembership(
  database: Executor,
  { userId, personId, role }: { userId: number; personId: number; role: Role },
): Promise<void> {
  await database.query('insert into memberships (user_id, person_id, role) values ($1, $2, $3)', [
    userId,
    personId,
    role,
  ]);
}

export async function findPersonByEmail(database: Executor, email: string): Promise<PersonRow | null> {
  const [row] = await database.query<PersonRow>(
    'select id, name, email, password_hash from people where lower(email) = lower($1)',
    [email],
  );
  return row ?? null;
}

export async function findPerson(database: Executor, id: number): Promise<PersonRow | null> {
  const [row] = await database.query<PersonRow>(
    'select id, name, email, password_hash from people where id = $1',
    [id],
  );
  return row ?? null;
}

/**
 * The account that a login opens: the last one used, else the oldest own account, else the oldest membership. Null if
 * the person is a member of none.
 */
export async function findLoginAccount(database: Executor, personId: number): Promise<number | null> {
  const [row] = await database.query<{ user_id: number }>(
    `select memberships.user_id from memberships join people on people.id = memberships.person_id
     where people.id = $1
     order by memberships.user_id = people.last_user_id desc nulls last, memberships.role = 'owner' desc,
       memberships.created_at, memberships.user_id limit 1`,
    [personId],
  );
  return row?.user_id ?? null;
}

/** The person's own account, else the oldest membership, for commands that name an account by email address. */
export async function findAccountOf(database: Executor, email: string): Promise<{ id: number } | null> {
  const [row] = await database.query<{ id: number }>(
    `select memberships.user_id as id from people join memberships on memberships.person_id = people.id
     where lower(people.email) = lower($1)
     order by memberships.role = 'owner' desc, memberships.created_at, memberships.user_id limit 1`,
    [email],
  );
  return row ?? null;
}

/** Stores the password's hash. Logins that read the previous hash and have not stored their session fail. */
export async function updatePassword(
  database: Executor,
  personId: number,
  passwordHash: string,
): Promise<void> {
  await database.query('update people set password_hash = $2 where id = $1', [personId, passwordHash]);
}
