import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type IdentityProvider, startIdentityProvider } from '../../kit/identity-provider.ts';
import { installationOwner } from '../../kit/installation-owner.ts';
import { addMember, MEMBER_PASSWORD, type Member } from '../../kit/members.ts';
import { type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';

let provider: IdentityProvider;
let server: TestServer;
let account: Client;
let ada: Member;

beforeAll(async () => {
  provider = await startIdentityProvider();
  server = await startTestServer({
    environment: {
      PARLEY_OIDC_ISSUER: provider.issuer,
      PARLEY_OIDC_CLIENT_ID: provider.clientId,
      PARLEY_OIDC_CLIENT_SECRET: provider.clientSecret,
      PARLEY_OIDC_NAME: 'Example ID',
      PARLEY_OIDC_SIGNUP_DOMAINS: 'staff.example',
      PARLEY_OIDC_SIGNUP_ROLE: 'agent',
    },
  });
});
afterAll(async () => {
  await server.stop();
  await provider.close();
});
beforeEach(async () => {
  account = await server.account();
  ada = await addMember(server, account, { role: 'agent', name: 'Ada' });
  provider.isDenying = false;
  provider.forged = {};
  provider.person = { sub: randomUUID(), email: ada.email, email_verified: true, name: 'Ada' };
});

const cookieOf = (answer: Response, name: string): string | null =>
  answer.headers
    .getSetCookie()
    .find((line) => line.startsWith(name))
    ?.split(';')[0] ?? null;

/** Opens a page without following redirects. */
const open = (url: string, cookie?: string | null) =>
  fetch(url, { redirect: 'manual', headers: cookie == null ? {} : { cookie } });
const locationOf = (answer: Response): URL => new URL(answer.headers.get('location') ?? '', server.address);

/** Goes to the provider and back, as a browser does. */
async function goThrough(next = '/') {
  const begun = await open(`${server.address}/auth/oidc?next=${encodeURIComponent(next)}`);
  const cookie = cookieOf(begun, 'parley_oidc');
  const authorized = await open(locationOf(begun).href);
  const callback = locationOf(authorized).href;
  const finished = await open(callback, cookie);
  const session = cookieOf(finished, server.dependencies.console.cookies.name);
  return {
    begun,
    cookie,
    callback,
    finished,
    session,
    problem: locationOf(finished).searchParams.get('problem'),
  };
}

test('logs the person with the verified address in, and returns to the page', async () => {
  const { begun, finished, session } = await goThrough('/calls?type=web#top');
  const asked = locationOf(begun).searchParams;
  expect(asked.get('code_challenge_method')).toBe('S256');
  expect(asked.get('redirect_uri')).toMatch(/\/auth\/oidc\/callback$/);
  expect(finished.status).toBe(302);
  expect(finished.headers.get('location')).toBe('/calls?type=web#top');
  expect(finished.headers.getSetCookie()[0]).toContain('HttpOnly; SameSite=Strict');
  const asAda = await open(`${server.api}/console/session`, session);
  expect(await asAda.json()).toMatchObject({ person: { name: 'Ada' }, user: { id: account.userId } });
  const log = await account.get('/user/audit-log?actor=Ada&action=signed_in');
  expect(log.body.data[0]).toMatchObject({ address: '127.0.0.1', actor: { name: 'Ada' } });
});

test('keeps the link when the address changes at the provider', async () => {
  await goThrough();
  provider.person['email'] = 'renamed@elsewhere.example';
  expect((await goThrough()).session).not.toBeNull();
});

test('refuses another person at the provider who has got the address of a member', async () => {
  const first = await goThrough();
  provider.person['sub'] = randomUUID();
  const later = await goThrough();
  expect([later.session, later.problem]).toEqual([null, 'unknown']);
  expect((await open(`${server.api}/console/session`, first.session)).status).toBe(200);
});

test('the first login ends everything that the person who entered the address could log in with', async () => {
  const { personId } = ada;
  await server.database.query(
    `with reset as (
       insert into password_resets (person_id, token_hash, expires_at) values ($1, 'reset', 'infinity')),
     change as (
       insert into email_changes (person_id, email, token_hash, expires_at)
       values ($1, 'evil@example.com', 'change', 'infinity'))
     insert into second_factors (person_id, sealed_secret, confirmed_at) values ($1, 'secret', now())`,
    [personId],
  );
  const { session } = await goThrough();
  expect((await ada.get('/user/me')).status).toBe(401);
  const login = { email: ada.email, password: MEMBER_PASSWORD };
  expect((await server.visitor.post('/login', login)).status).toBe(401);
  const left = await server.database.query(
    `select person_id from password_resets where person_id = $1
     union all select person_id from email_changes where person_id = $1
     union all select person_id from second_factors where person_id = $1`,
    [personId],
  );
  expect(left).toEqual([]);
  const log = await account.get('/user/audit-log?actor=Ada&action=updated');
  const linked = { field: 'identity_provider', before: null, after: provider.issuer, is_secret: false };
  expect(log.body.data).toMatchObject([{ actor: { name: 'Ada' }, changes: [linked] }]);
  // Later logins end nothing.
  await goThrough();
  expect((await open(`${server.api}/console/session`, session)).status).toBe(200);
});

test('two first logins at once link the person once, and both sessions stay', async () => {
  const sessions = (await Promise.all([goThrough(), goThrough()])).map(({ session }) => session);
  const answers = await Promise.all(sessions.map((one) => open(`${server.api}/console/session`, one)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
});

test('refuses addresses that are not verified or not those of a member', async () => {
  provider.person['email_verified'] = false;
  const unverified = await goThrough();
  expect([unverified.session, unverified.problem]).toEqual([null, 'unverified']);
  provider.person = { sub: randomUUID(), email: 'nobody@elsewhere.example', email_verified: true };
  const stranger = await goThrough();
  expect([stranger.session, stranger.problem]).toEqual([null, 'unknown']);
});

test('people of a signup domain join the first account with the configured role', async () => {
  const owner = await installationOwner(server);
  const email = `${randomUUID()}@staff.example`;
  provider.person = { sub: randomUUID(), email, email_verified: true, name: 'Ben' };
  const { session } = await goThrough();
  const body = await (await open(`${server.api}/console/session`, session)).json();
  expect(body).toMatchObject({ role: 'agent', person: { name: 'Ben', email }, user: { id: owner.userId } });
});

test('refuses a callback from another browser, and one that is repeated', async () => {
  const { callback, cookie } = await goThrough();
  const elsewhere = locationOf(await open(callback));
  expect(elsewhere.searchParams.get('problem')).toBe('expired');
  const again = locationOf(await open(callback, cookie));
  expect(again.searchParams.get('problem')).toBe('failed');
  const forgedState = locationOf(await open(callback.replace(/state=[^&]+/, 'state=forged'), cookie));
  expect(forgedState.searchParams.get('problem')).toBe('failed');
});

test.each([
  ['another nonce', { nonce: 'forged' }],
  ['another audience', { aud: 'another-app' }],
  ['another issuer', { iss: 'https://evil.example' }],
  ['an expired token', { exp: 1000 }],
])('refuses %s', async (_name, forged) => {
  provider.forged = forged;
  const { session, problem } = await goThrough();
  expect([session, problem]).toEqual([null, 'failed']);
});

test('says that the login was canceled', async () => {
  provider.isDenying = true;
  expect((await goThrough()).problem).toBe('cancelled');
});

test.each([
  '//evil.example/',
  'https://evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  '/.//evil.example',
  '/x/..//evil.example',
])('never leads to %s after the login', async (next) => {
  const { finished } = await goThrough(next);
  expect(locationOf(finished).origin).toBe(new URL(server.address).origin);
});

test('the console page names the provider only if one is configured', async () => {
  const page = await (await fetch(`${server.address}/login`, { headers: { accept: 'text/html' } })).text();
  expect(page).toContain('<meta name="identity-provider" content="Example ID"');
});
