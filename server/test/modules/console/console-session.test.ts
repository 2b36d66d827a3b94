import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createAssistant } from '../../kit/assistants.ts';
import { type BrowserSession, logIn } from '../../kit/browser-session.ts';
import { sharedServer } from '../../kit/shared-server.ts';
import type { Client, TestServer } from '../../kit/test-server.ts';

let server: TestServer;
let account: Client;
let browser: BrowserSession;
let cookieName: string;

beforeAll(async () => {
  server = await sharedServer();
  account = await server.account();
  browser = await logIn(server, account);
  cookieName = browser.cookie.replace(/=.*/, '');
});

const UNAUTHENTICATED = '{"message":"Unauthenticated."}';

describe('a login', () => {
  test('sets the token in an HttpOnly cookie, and nowhere else', async () => {
    const answer = await server.visitor.post('/console/login', {
      email: account.email,
      password: 'correct horse',
    });
    const set = answer.headers.get('set-cookie') ?? '';
    expect(set).toMatch(
      /^parley_session_[0-9a-f]{8}=parley_\w{46}; HttpOnly; SameSite=Strict; Path=\/; Max-Age=34560000$/,
    );
    expect(answer.body).toEqual({
      message: 'Logged in.',
      user: { id: account.userId, name: 'Test', email: account.email },
      csrf_token: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(answer.text).not.toContain(/=(parley_\w{46})/.exec(set)?.[1]);
  });

  test('over HTTPS sets a Secure cookie', async () => {
    const { host } = new URL(server.address);
    const answer = await server.visitor.post(
      '/console/login',
      { email: account.email, password: 'correct horse' },
      { origin: `https://${host}` },
    );
    expect(answer.headers.get('set-cookie')).toMatch(/^__Host-parley_session_.*; Secure$/);
  });

  test.each([
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ origin: 'https://elsewhere.example' }],
    [{ origin: 'null' }],
  ])('from another origin (%o) is refused before the password is checked', async (headers) => {
    const answer = await server.visitor.post(
      '/console/login',
      { email: account.email, password: 'correct horse' },
      headers,
    );
    expect(answer.status).toBe(403);
    expect(answer.headers.get('set-cookie')).toBeNull();
  });

  test('with a wrong password sets no cookie', async () => {
    const other = await server.account();
    const answer = await server.visitor.post('/console/login', { email: other.email, password: 'no' });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('set-cookie')).toBeNull();
  });

  test("shares its rate limit with the API's login", async () => {
    const email = `${randomUUID()}@example.com`;
    const body = { email, password: 'no' };
    for (const path of ['/login', '/console/login', '/login', '/console/login', '/login']) {
      expect((await server.visitor.post(path, body)).status).toBe(401);
    }
    expect((await server.visitor.post('/console/login', body)).status).toBe(429);
  });
});

describe('a session', () => {
  test('returns the user and the features of the installation', async () => {
    const { status, body } = await browser.ask('GET', '/console/session');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      user: { id: account.userId, name: 'Test', email: account.email, total_balance: 100, timezone: 'UTC' },
      csrf_token: browser.csrfToken,
      public_origin: server.address,
      has_public_url: false,
      features: { sandbox: true, sms_carriers: ['sandbox'], number_shop: 'sandbox' },
    });
    expect(body.features.language_models).toContain('offline/extractive');
  });

  test('authorizes the whole API, for pages of this server only', async () => {
    const mine = await browser.ask('GET', '/user/me');
    expect(mine.body.email).toBe(account.email);
    expect(mine.headers.get('access-control-allow-origin')).toBeNull();
    const made = await browser.ask('POST', '/user/knowledgebases', { name: 'By hand' });
    expect(made.status).toBe(201);
    expect((await account.get('/user/me')).headers.get('access-control-allow-origin')).toBe('*');
  });

  test('with a wrong cookie is refused, and a bearer token takes precedence', async () => {
    const wrong = await browser.with({ cookie: `${cookieName}=parley_no` }).ask('GET', '/user/me');
    expect([wrong.status, wrong.text]).toEqual([401, UNAUTHENTICATED]);
    const bad = await browser.with({ authorization: 'Bearer parley_no' }).ask('GET', '/user/me');
    expect([bad.status, bad.text]).toEqual([401, UNAUTHENTICATED]);
    const other = await server.account();
    const both = await browser.with({ authorization: `Bearer ${other.token}` }).ask('GET', '/user/me');
    expect(both.body.email).toBe(other.email);
    // A reverse proxy may use its own basic authentication.
    const behind = await browser.with({ authorization: 'Basic YTpi' }).ask('GET', '/user/me');
    expect(behind.body.email).toBe(account.email);
  });

  test('is found among other cookies', async () => {
    const cookie = `theme=dark; ${browser.cookie}; x=${cookieName}`;
    expect((await browser.with({ cookie }).ask('GET', '/user/me')).status).toBe(200);
    const none = { cookie: `theme=dark; my_${browser.cookie}; =` };
    expect((await browser.with(none).ask('GET', '/user/me')).status).toBe(401);
  });

  test('ends with its logout, which clears the cookie', async () => {
    const leaving = await logIn(server, await server.account());
    const answer = await leaving.ask('POST', '/console/logout');
    expect(answer.headers.get('set-cookie')).toBe(
      `${cookieName}=; HttpOnly; SameSite=Strict; Path=/; Max-Age=0`,
    );
    expect((await leaving.ask('GET', '/console/session')).status).toBe(401);
  });

  test('cannot open a WebSocket: calls use the token in their URL', async () => {
    const { id } = await createAssistant(account);
    const { body } = await browser.ask('POST', '/user/calls/web', { assistant_id: id });
    const wrong = body.data.media_url.replace(/[^/]+$/, browser.cookie.replace(`${cookieName}=`, ''));
    const socket = new WebSocket(wrong, { headers: { cookie: browser.cookie } });
    const refusal = await new Promise<string>((resolve) => {
      socket.once('open', () => resolve('opened'));
      socket.once('error', ({ message }) => resolve(message));
    });
    expect(refusal).toContain('404');
  });
});

describe('the time zone of an account', () => {
  test('can be changed after login, and only to a known zone', async () => {
    const owner = await server.account();
    const here = await logIn(server, owner);
    const change = (timezone: unknown) => here.ask('PUT', '/console/timezone', { timezone });
    expect((await change('Pacific/Auckland')).body).toEqual({ message: 'Time zone changed.' });
    for (const wrong of ['Atlantis/Capital', '+03:00', '', 7, null]) {
      const { status, body } = await change(wrong);
      expect([status, Object.keys(body.errors)], String(wrong)).toEqual([422, ['timezone']]);
    }
    const { body } = await here.ask('GET', '/console/session');
    expect(body.user.timezone).toBe('Pacific/Auckland');
  });
});

describe('a password', () => {
  test('is changed with the current password; other sessions end, this one and API keys stay', async () => {
    const owner = await server.account();
    const [here, there] = [await logIn(server, owner), await logIn(server, owner)];
    const change = { current_password: 'correct horse', new_password: 'battery staple' };
    const { status, body } = await here.ask('PUT', '/console/password', change);
    expect([status, body]).toEqual([200, { message: 'Password changed.' }]);
    expect((await there.ask('GET', '/user/me')).status).toBe(401);
    expect((await here.ask('GET', '/user/me')).status).toBe(200);
    expect((await owner.get('/user/me')).status).toBe(200);
    await logIn(server, owner, 'battery staple');
  });

  test('stays when the current one is wrong or the new one is too short', async () => {
    const owner = await server.account();
    const here = await logIn(server, owner);
    const wrong = await here.ask('PUT', '/console/password', {
      current_password: 'wrong horse',
      new_password: 'battery staple',
    });
    expect(wrong.status).toBe(422);
    expect(wrong.body.errors).toEqual({ current_password: ['The current password is incorrect.'] });
    const short = await here.ask('PUT', '/console/password', {
      current_password: 'correct horse',
      new_password: 'short',
    });
    expect(Object.keys(short.body.errors)).toEqual(['new_password']);
    await logIn(server, owner);
  });

  test('has the same limit of guesses as the login', async () => {
    const owner = await server.account();
    const here = await logIn(server, owner);
    const guess = { current_password: 'wrong horse', new_password: 'battery staple' };
    const statuses: number[] = [];
    for (let index = 0; index < 5; index += 1) {
      statuses.push((await here.ask('PUT', '/console/password', guess)).status);
    }
    expect(statuses).toEqual([422, 422, 422, 422, 429]);
  });
});
