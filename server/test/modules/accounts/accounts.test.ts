import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isWellFormedToken } from '../../../src/modules/accounts/tokens/token-text.ts';
import { type ManualClock, manualClock } from '../../kit/clocks.ts';
import { passTime } from '../../kit/pass-time.ts';
import { type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';

const DAY_MS = 86_400_000;
const PASSWORD = 'correct horse';
const WRONG = { message: 'These credentials do not match our records.' };
const REFUSED = { message: 'Unauthenticated.' };

let clock: ManualClock;
let server: TestServer;
let beside: TestServer;

beforeAll(async () => {
  clock = manualClock(new Date());
  const environment = { PARLEY_REGISTRATION: 'on', PARLEY_INITIAL_BALANCE: '12.34' };
  server = await startTestServer({ environment, overrides: { clock } });
  beside = await startTestServer({ beside: server.testDatabase });
});
afterAll(async () => {
  await beside.stop();
  await server.stop();
});

async function session(account: Client): Promise<Client> {
  const { body } = await server.visitor.post('/login', { email: account.email, password: PASSWORD });
  return server.client(body.token);
}

describe('login', () => {
  test('returns the account and a working session token', async () => {
    const account = await server.account();
    const body = { email: ` ${account.email.toUpperCase()} `, password: PASSWORD, token_name: 'laptop' };
    const answer = await server.visitor.post('/login', body);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      message: 'Logged in.',
      user: { id: account.userId, name: 'Test', email: account.email },
      token: expect.stringMatching(/^parley_[0-9A-Za-z]{46}$/),
      token_name: 'laptop',
    });
    expect(isWellFormedToken(answer.body.token)).toBe(true);
    expect((await server.client(answer.body.token).get('/user/me')).status).toBe(200);
  });

  test('gives the same answer for a wrong password and an unknown address', async () => {
    const account = await server.account();
    for (const email of [account.email, 'nobody@example.com']) {
      const answer = await server.visitor.post('/login', { email, password: 'wrong' });
      expect(answer.status).toBe(401);
      expect(answer.body).toEqual(WRONG);
    }
  });

  test('reports every invalid field', async () => {
    for (const body of [{}, { email: '', password: null }, []]) {
      const answer = await server.visitor.post('/login', body);
      expect(answer.status).toBe(422);
      expect(Object.keys(answer.body.errors)).toEqual(['email', 'password']);
    }
    const long = { email: 'no address', password: 'x'.repeat(1025), token_name: 'x'.repeat(256) };
    const { body } = await server.visitor.post('/login', long);
    expect(Object.keys(body.errors)).toEqual(['email', 'password', 'token_name']);
  });

  test('is limited to 5 attempts a minute per email and network address, across processes', async () => {
    const [account, other] = [await server.account(), await server.account()];
    const body = { email: account.email, password: 'wrong' };
    for (let count = 0; count < 5; count += 1) {
      const at = count % 2 === 0 ? server : beside;
      expect((await at.visitor.post('/login', body)).status).toBe(401);
    }
    for (const { visitor } of [server, beside]) {
      const email = account.email.toUpperCase();
      const refused = await visitor.post('/login', { email, password: PASSWORD });
      expect(refused.status).toBe(429);
      expect(refused.body).toEqual({ message: expect.any(String), retry_after: expect.any(Number) });
      const { retry_after } = refused.body;
      expect(refused.headers.get('retry-after')).toBe(String(retry_after));
      expect(refused.headers.get('x-ratelimit-limit')).toBe('5');
      expect(refused.headers.get('x-ratelimit-remaining')).toBe('0');
      expect(Number(refused.headers.get('x-ratelimit-reset'))).toBeGreaterThan(Date.now() / 1000 - 60);
      expect(retry_after).toBeGreaterThan(0);
      expect(retry_after).toBeLessThanOrEqual(60);
    }
    const login = { email: other.email, password: PASSWORD };
    expect((await server.visitor.post('/login', login)).status).toBe(200);
    await passTime(server.database, 61_000, clock);
    expect((await server.visitor.post('/login', { ...body, password: PASSWORD })).status).toBe(200);
  });

  test('ends with logout, which revokes this token only', async () => {
    const account = await server.account();
    const [first, second] = [await session(account), await session(account)];
    const answer = await first.post('/logout');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ message: expect.any(String) });
    expect((await first.get('/user/me')).body).toEqual(REFUSED);
    expect((await second.get('/user/me')).status).toBe(200);
    expect((await account.get('/user/me')).status).toBe(200);
  });
});

describe('a session', () => {
  test('is not an API key: it is not listed and cannot be deleted as one', async () => {
    const account = await server.account();
    const client = await session(account);
    const { body } = await client.get('/user/api-keys');
    expect(body.api_keys).toHaveLength(1);
    const [row] = await server.database.query<{ id: number }>(
      `select id from tokens where user_id = $1 and kind = 'session'`,
      [account.userId],
    );
    expect((await client.delete(`/user/api-keys/${row?.id}`)).status).toBe(404);
  });
});

describe('registration', () => {
  test('creates an account with the initial balance, once per address', async () => {
    const body = { name: 'Ada', email: `ada-${Date.now()}@example.com`, password: 'long enough' };
    const answer = await server.visitor.post('/register', body);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ message: expect.any(String) });
    const login = await server.visitor.post('/login', body);
    const me = await server.client(login.body.token).get('/user/me');
    expect(me.body).toEqual({ name: 'Ada', email: body.email, total_balance: 12.34 });
    const again = await server.visitor.post('/register', { ...body, email: body.email.toUpperCase() });
    expect(again.status).toBe(422);
    expect(Object.keys(again.body.errors)).toEqual(['email']);
    const [stored] = await server.database.query<{ password_hash: string }>(
      'select password_hash from people where email = $1',
      [body.email],
    );
    expect(stored?.password_hash).toMatch(/^\$argon2id\$/);
  });

  test('reports every invalid field', async () => {
    const { status, body } = await server.visitor.post('/register', { email: 'x', password: 'short' });
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual(['name', 'email', 'password']);
  });

  test('is refused when it is disabled', async () => {
    const body = { name: 'Ada', email: 'ada@example.com', password: 'long enough' };
    const answer = await beside.visitor.post('/register', body);
    expect(answer.status).toBe(403);
    expect(answer.body).toEqual({ message: 'Registration is disabled.' });
    const broken = await beside.visitor.post('/register', { email: 'x' });
    expect({ status: broken.status, body: broken.body }).toEqual({ status: 403, body: answer.body });
  });
});

describe('GET /user/me', () => {
  test('returns name, address and balance, without an envelope', async () => {
    const account = await server.account();
    const { text } = await account.get('/user/me');
    expect(text).toBe(`{"name":"Test","email":"${account.email}","total_balance":12.34}`);
  });
});

// Runs last: it ages all tokens and limits.
describe('an unused session', () => {
  test('ends after 30 days; use extends it', async () => {
    const account = await server.account();
    const [used, unused] = [await session(account), await session(account)];
    for (let days = 0; days < 29; days += 7) {
      await passTime(server.database, 7 * DAY_MS, clock);
      expect((await used.get('/user/me')).status).toBe(200);
      await server.dependencies.accounts.lastUsed.flush();
    }
    expect((await unused.get('/user/me')).status).toBe(401);
    expect((await used.get('/user/me')).status).toBe(200);
    await passTime(server.database, 30 * DAY_MS + 1000, clock);
    const ended = await used.get('/user/me');
    expect(ended.status).toBe(401);
    expect(ended.body).toEqual(REFUSED);
    expect((await account.get('/user/me')).status).toBe(200);
  });
});
