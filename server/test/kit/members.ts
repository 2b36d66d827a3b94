import { randomUUID } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import type { Role } from '#contract/roles.ts';
import { issueApiKey, openSession } from '../../src/modules/accounts/actions.ts';
import type { Client, TestServer } from './test-server.ts';

export const MEMBER_PASSWORD = 'correct horse';

/** A person with a session in an account. */
export interface Member extends Client {
  personId: number;
}

const passwordHash = hash(MEMBER_PASSWORD);

/** Inserts a person who belongs to the account, and opens a session there. */
export async function addMember(
  server: TestServer,
  { userId }: Pick<Client, 'userId'>,
  about: Role | { role: Role; name: string },
): Promise<Member> {
  const { role, name } = typeof about === 'string' ? { role: about, name: `Member ${about}` } : about;
  const email = `${randomUUID()}@example.com`;
  const [person] = await server.database.query<{ id: number; password_hash: string }>(
    `with person as (
       insert into people (name, email, password_hash) values ($1, $2, $3) returning id, password_hash),
     membership as (
       insert into memberships (user_id, person_id, role) select $4, id, $5 from person)
     select id, password_hash from person`,
    [name, email, await passwordHash, userId, role],
  );
  if (person === undefined) throw new Error('The person was not stored.');
  return sessionOf(server, person, { userId, email });
}

/** Opens a further session of the account's first member, its owner. */
export async function ownerOf(server: TestServer, { userId, email }: Client): Promise<Member> {
  const [person] = await server.database.query<{ id: number; password_hash: string }>(
    `select people.id, password_hash from memberships join people on people.id = person_id
     where user_id = $1 and role = 'owner' order by memberships.created_at limit 1`,
    [userId],
  );
  if (person === undefined) throw new Error('The account has no owner.');
  return sessionOf(server, person, { userId, email });
}

async function sessionOf(
  server: TestServer,
  person: { id: number; password_hash: string },
  { userId, email }: { userId: number; email: string },
): Promise<Member> {
  const session = await openSession(server.database, person, 'test');
  if (session === null) throw new Error('The session was not stored.');
  return { ...server.client(session.token), userId, email, personId: person.id };
}

/** A client with an API key of this role. */
export async function keyOf(
  server: TestServer,
  { userId, email }: Pick<Client, 'userId' | 'email'>,
  role: Role,
): Promise<Client> {
  const key = { userId, role, name: role, expiresAt: null, createdBy: null };
  const { token } = await issueApiKey(server.database, key);
  return { ...server.client(token), userId, email };
}
