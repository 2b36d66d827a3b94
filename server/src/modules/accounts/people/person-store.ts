import type { Language } from '#contract/languages.ts';
import type { AccountOfPerson } from '#contract/members.ts';
import type { Role } from '#contract/roles.ts';
import type { Executor } from '../../../db/client.ts';

export interface PersonRow {
  id: number;
  name: string;
  email: string;
  password_hash: string;
  /** Of emails; null means English. */
  language: Language | null;
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
    'select id, name, email, password_hash, language from people where lower(email) = lower($1)',
    [email],
  );
  return row ?? null;
}

export async function findPerson(database: Executor, id: number): Promise<PersonRow | null> {
  const [row] = await database.query<PersonRow>(
    'select id, name, email, password_hash, language from people where id = $1',
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

export async function updateLanguage(
  database: Executor,
  personId: number,
  language: Language,
): Promise<void> {
  await database.query('update people set language = $2 where id = $1', [personId, language]);
}

/** Adds a failed login to the audit logs of the person's accounts, if the address has a person. */
export async function insertFailedLogin(database: Executor, email: string): Promise<void> {
  await database.query(
    `select write_audit(user_id, 'sign_in_failed', 'member', people.id::text, people.name)
     from memberships join people on people.id = person_id where lower(people.email) = lower($1)`,
    [email],
  );
}

/** A change of a person that is in no audited table. */
export interface PersonChange {
  field: string;
  before?: unknown;
  after?: unknown;
  isSecret?: boolean;
}

/** Adds a change of the person to the audit logs of the person's accounts. */
export async function recordPersonChange(
  transaction: Executor,
  personId: number,
  { field, before = null, after = null, isSecret = false }: PersonChange,
): Promise<void> {
  const changes = JSON.stringify([{ field, before, after, is_secret: isSecret }]);
  await transaction.query(
    `select write_audit(user_id, 'updated', 'member', people.id::text, people.name, $2::jsonb, people.id)
     from memberships join people on people.id = person_id where person_id = $1`,
    [personId, changes],
  );
}

/** Invalidates the links that were mailed to a person whose password or address has changed. */
export async function deleteLinks(transaction: Executor, personId: number): Promise<void> {
  await transaction.query('delete from password_resets where person_id = $1', [personId]);
  await transaction.query('delete from email_changes where person_id = $1', [personId]);
}

/** Locks a person. @returns false if the password is no longer the one that was checked */
export async function lockPerson(database: Executor, id: number, passwordHash: string): Promise<boolean> {
  const rows = await database.query(
    'select id from people where id = $1 and password_hash = $2 for no key update',
    [id, passwordHash],
  );
  return rows.length > 0;
}

/** The next login opens this account. */
export async function rememberAccount(database: Executor, personId: number, userId: number): Promise<void> {
  await database.query('update people set last_user_id = $2 where id = $1', [personId, userId]);
}

/** The accounts of a person, the oldest membership first. */
export function findAccounts(
  database: Executor,
  personId: number,
  currentUserId: number,
): Promise<AccountOfPerson[]> {
  return database.query<AccountOfPerson>(
    `select users.id, users.name, role, users.id = $2 as is_current
     from memberships join users on users.id = memberships.user_id
     where person_id = $1 order by memberships.created_at, users.id`,
    [personId, currentUserId],
  );
}

/** True if the person owns the installation's first account. */
export async function isInstallationOwner(database: Executor, personId: number): Promise<boolean> {
  const rows = await database.query(
    `select users.id from users join memberships on memberships.user_id = users.id
     where is_owner and person_id = $1 and role = 'owner'`,
    [personId],
  );
  return rows.length > 0;
}

export async function updateAccountName(database: Executor, userId: number, name: string): Promise<void> {
  await database.query('update users set name = $2 where id = $1', [userId, name]);
}

/**
 * Stores the person, and the address of accounts that the person owns. Lock the person first, and pass the values that
 * stay as they are then. Fails on `people_email` if the address is taken.
 */
export async function updatePerson(
  database: Executor,
  person: { id: number; name: string; email: string; passwordHash: string },
): Promise<void> {
  await database.query(
    `with changed as (
       update people set name = $2, email = $3, password_hash = $4
       where id = $1)
     update users set email = $3 from memberships, people
     where memberships.user_id = users.id and memberships.person_id = $1 and memberships.role = 'owner'
       and people.id = $1 and lower(users.email) = lower(people.email)`,
    [person.id, person.name, person.email, person.passwordHash],
  );
}
