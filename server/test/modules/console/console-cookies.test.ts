import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BrowserSession, logIn } from '../../kit/browser-session.ts';
import { type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';

const PUBLIC_URL = 'https://parley.example';
const JSON_BODY = { 'content-type': 'application/json' };

const statusOf = async (browser: BrowserSession, headers: Record<string, string>): Promise<number> =>
  (await browser.with(headers).ask('GET', '/console/session')).status;

describe('two installations on one host', () => {
  let here: TestServer;
  let there: TestServer;
  beforeAll(async () => {
    [here, there] = await Promise.all([startTestServer(), startTestServer()]);
  });
  afterAll(() => Promise.all([here.stop(), there.stop()]));

  test('do not affect each other’s sessions when the browser sends both cookies', async () => {
    const mine = await logIn(here, await here.account());
    const other = await logIn(there, await there.account());
    expect(nameOf(mine)).not.toBe(nameOf(other));
    for (const cookie of [`${mine.cookie}; ${other.cookie}`, `${other.cookie}; ${mine.cookie}`]) {
      expect([await statusOf(mine, { cookie }), await statusOf(other, { cookie })]).toEqual([200, 200]);
    }
    const left = await other.ask('POST', '/console/logout');
    expect(left.headers.get('set-cookie')).toContain(`${nameOf(other)}=;`);
    expect(await statusOf(mine, {})).toBe(200);
  });

  test('use the database in the cookie name: processes of one database share sessions', async () => {
    const beside = await startTestServer({ beside: here.testDatabase });
    const session = await logIn(here, await here.account());
    const answer = await fetch(`${beside.api}/console/session`, { headers: { cookie: session.cookie } });
    expect(answer.status).toBe(200);
    await beside.stop();
  });
});

describe('a public address with https', () => {
  let server: TestServer;
  let account: Client;
  beforeAll(async () => {
    server = await startTestServer({ environment: { PARLEY_PUBLIC_URL: PUBLIC_URL } });
    account = await server.account();
  });
  afterAll(() => server.stop());

  const AT_PUBLIC_ADDRESS = { host: 'parley.example', origin: PUBLIC_URL };

  test('binds the cookie to this host, while the OpenAPI document is the same everywhere', async () => {
    const set = await setCookie(server, account, AT_PUBLIC_ADDRESS);
    expect(set).toMatch(
      /^__Host-parley_session_[0-9a-f]{8}=parley_\w{46}; HttpOnly; SameSite=Strict; Path=\/; Max-Age=34560000; Secure$/,
    );
    const { body } = await server.visitor.get('/openapi.json');
    const { name } = body.components.securitySchemes.session;
    expect(name).toBe('parley_session');
    expect(set.split('=')[0]).toContain(name);
    // Programs send no origin.
    expect(await setCookie(server, account, {})).toMatch(/^__Host-.*; Secure$/);
  });

  test('refuses a cookie without the prefix, which a neighboring host could set', async () => {
    const session = await logIn(server, account);
    const loose = session.cookie.replace('__Host-', '');
    const { host } = AT_PUBLIC_ADDRESS;
    expect(await askAt(server, host, session.cookie)).toBe(200);
    expect(await askAt(server, host, loose)).toBe(401);
    expect(await askAt(server, 'PARLEY.example', loose)).toBe(401);
    // Nor does it shadow the valid cookie.
    expect(await askAt(server, host, `${loose.replace(/=.*/, '=x')}; ${session.cookie}`)).toBe(200);
  });

  test('sets a cookie without the prefix over plain HTTP, so that browsers keep it', async () => {
    const origin = 'http://192.168.1.9:3000';
    const set = await setCookie(server, account, { host: '192.168.1.9:3000', origin });
    expect(set).toMatch(/^parley_session_[0-9a-f]{8}=\S+; HttpOnly; SameSite=Strict; Path=\/; Max-Age=\d+$/);
    expect(await askAt(server, '192.168.1.9:3000', set.split(';')[0] ?? '')).toBe(200);
  });

  test('requires a CSRF token and a page of this origin for changes', async () => {
    const session = await logIn(server, account);
    const make = (headers: Record<string, string>) =>
      session.with(headers).ask('POST', '/user/knowledgebases', { name: 'Mine' });
    expect((await make({ origin: PUBLIC_URL })).status).toBe(201);
    expect((await make({ 'x-csrf-token': '' })).status).toBe(403);
    expect((await make({ origin: 'https://elsewhere.example' })).status).toBe(403);
  });
});

function nameOf({ cookie }: BrowserSession): string {
  return cookie.replace(/=.*/, '');
}

async function setCookie(
  server: TestServer,
  { email }: Client,
  headers: Record<string, string>,
): Promise<string> {
  const body = { email, password: 'correct horse' };
  const answer = await askWith(server, { path: '/console/login', headers, body });
  expect(answer.status).toBe(200);
  return answer.setCookie;
}

async function askAt(server: TestServer, host: string, cookie: string): Promise<number> {
  return (await askWith(server, { path: '/console/session', headers: { host, cookie } })).status;
}

interface Asked {
  path: string;
  /** A `host` header replaces the address, as behind a proxy that forwards it. */
  headers: Record<string, string>;
  /** Sent as JSON by POST; GET if absent. */
  body?: unknown;
}

async function askWith(
  server: TestServer,
  { path, headers, body }: Asked,
): Promise<{ status: number; setCookie: string }> {
  const sent = body === undefined ? { headers } : { headers: { ...headers, ...JSON_BODY }, method: 'POST' };
  const outgoing = request(`${server.api}${path}`, sent);
  outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  const [answer]: IncomingMessage[] = await once(outgoing, 'response');
  answer?.resume();
  return { status: answer?.statusCode ?? 0, setCookie: answer?.headers['set-cookie']?.[0] ?? '' };
}
