import type { Role } from '#contract/roles.ts';
import type { OpenedPage, TestBrowser } from './browser.ts';
import { addMember, type Member, ownerOf as sessionOfOwner } from './members.ts';
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
  return asTeammate(await addMember(server, account, { role, name }), name);
}

/** The first member of an account, who owns it. */
export async function ownerOf(server: TestServer, account: Client): Promise<Teammate> {
  const owner = await sessionOfOwner(server, account);
  const [person] = await server.database.query<{ name: string }>('select name from people where id = $1', [
    owner.personId,
  ]);
  return asTeammate(owner, person?.name ?? '');
}

function asTeammate({ personId: id, token, request }: Member, name: string): Teammate {
  return {
    id,
    name,
    token: token ?? '',
    ask: (method, path, body) => {
      const content = body === undefined ? {} : { body: JSON.stringify(body) };
      const json: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
      return request(method, path, { headers: json, ...content });
    },
  };
}

/** Opens a console page as a teammate, in a separate browser. */
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
