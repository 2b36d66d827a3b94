import { randomUUID } from 'node:crypto';
import type { Role } from '#contract/roles.ts';
import { openSession } from '../../src/modules/accounts/actions.ts';
import { insertMembership, insertPerson } from '../../src/modules/accounts/people/person-store.ts';
import type { OpenedPage, TestBrowser } from './browser.ts';
import type { Answer, Client, TestServer } from './test-server.ts';

/** A member of an account with a session. */
export interface Teammate {
  id: number;
  name: string;
  /** Value of the session cookie. */
  token: string;
  ask(method: string, path: string, body?: unknown): Promise<Answer>;
}

/** Adds a member to an account, without an invitation. */
export async function addTeammate(
  server: TestServer,
  account: Client,
  { name, role = 'agent' }: { name: string; role?: Role },
): Promise<Teammate> {
  const { database } = server;
  const email = `${randomUUID()}@example.com`;
  const id = await insertPerson(database, { name, email, passwordHash: 'x' });
  if (id === null) throw new Error('The address is taken.');
  await insertMembership(database, { userId: account.userId, personId: id, role });
  return withSession(server, { id, name });
}

/** The first member of an account, who owns it. */
export async function ownerOf(server: TestServer, account: Client): Promise<Teammate> {
  const [owner] = await server.database.query<{ id: number; name: string }>(
    `select people.id, people.name from memberships join people on people.id = person_id
     where user_id = $1 and role = 'owner'`,
    [account.userId],
  );
  if (owner === undefined) throw new Error('The account has no owner.');
  return withSession(server, owner);
}

async function withSession(
  server: TestServer,
  { id, name }: { id: number; name: string },
): Promise<Teammate> {
  const [person] = await server.database.query<{ id: number; password_hash: string }>(
    'select id, password_hash from people where id = $1',
    [id],
  );
  const session = person === undefined ? null : await openSession(server.database, person, 'test');
  if (session === null) throw new Error('The person is not a member.');
  const client = server.client(session.token);
  return {
    id,
    name,
    token: session.token,
    ask: (method, path, body) => {
      const content = body === undefined ? {} : { body: JSON.stringify(body) };
      const json: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
      return client.request(method, path, { headers: json, ...content });
    },
  };
}

/** Opens a console page as a teammate, in a browser of their own. */
export async function openAs(
  browser: TestBrowser,
  { server, teammate, path }: { server: TestServer; teammate: Teammate; path: string },
): Promise<OpenedPage> {
  const opened = await browser.open({});
  await opened.context.addCookies([
    {
      name: server.dependencies.console.cookies.name,
      value: teammate.token,
      url: server.address,
      httpOnly: true,
      sameSite: 'Strict',
    },
  ]);
  await opened.page.goto(`${server.address}${path}`);
  return opened;
}
