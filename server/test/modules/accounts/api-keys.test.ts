import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ManualClock, manualClock } from '../../kit/clocks.ts';
import { passTime } from '../../kit/pass-time.ts';
import { type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';

let clock: ManualClock;
let server: TestServer;
let beside: TestServer;

beforeAll(async () => {
  clock = manualClock(new Date());
  server = await startTestServer({ overrides: { clock } });
  beside = await startTestServer({ beside: server.testDatabase });
});
afterAll(async () => {
  await beside.stop();
  await server.stop();
});

async function newKey(account: Client, fields: object = {}): Promise<{ id: number; client: Client }> {
  const created = await account.post('/user/api-keys', { name: 'Another', ...fields });
  if (created.status !== 201) throw new Error(`The key was refused: ${created.text}`);
  const listed = await account.get('/user/api-keys');
  return { id: listed.body.api_keys.at(-1).id, client: server.client(created.body.api_key.token) };
}

const lastUse = async (account: Client, id: number): Promise<string | null> => {
  const { body } = await account.get('/user/api-keys');
  return body.api_keys.find((key: { id: number }) => key.id === id).last_used_at;
};

describe('an API key', () => {
  test('is shown once, on creation, and not stored in plain text', async () => {
    const account = await server.account();
    const created = await account.post('/user/api-keys', { name: ' Billing ' });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      message: expect.any(String),
      api_key: { name: 'Billing', token: expect.any(String), created_at: expect.any(String) },
    });
    const { token, created_at } = created.body.api_key;
    const listed = await account.get('/user/api-keys');
    expect(listed.body.api_keys).toEqual([
      {
        id: expect.any(Number),
        name: 'test',
        last_used_at: expect.any(String),
        created_at: expect.any(String),
      },
      { id: expect.any(Number), name: 'Billing', last_used_at: null, created_at },
    ]);
    expect(listed.text).not.toContain(token);
    const rows = await server.database.query<{ row: string }>('select tokens::text as row from tokens');
    for (const { row } of rows) expect(row).not.toContain(token);
  });

  test('is created by another key, and can create more', async () => {
    const account = await server.account();
    const { client } = await newKey(account);
    expect((await newKey(client)).id).toBeGreaterThan(0);
  });

  test('is not created with invalid fields, which are all reported', async () => {
    const account = await server.account();
    for (const expires of ['tomorrow', '2026-13-01T00:00:00Z', '2026-01-01', '2030-01-01T00:00:00', 5]) {
      const { status, body } = await account.post('/user/api-keys', { expires_at: expires });
      expect(status, String(expires)).toBe(422);
      expect(Object.keys(body.errors)).toEqual(['name', 'expires_at']);
    }
    for (const expires of ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59+23:59', '2030-02-30T00:00:00Z']) {
      const { status } = await account.post('/user/api-keys', { name: 'x', expires_at: expires });
      expect([201, 422], expires).toContain(status);
    }
    expect((await account.post('/user/api-keys', { name: 'x'.repeat(256) })).status).toBe(422);
    expect((await account.post('/user/api-keys', { name: 'x'.repeat(255) })).status).toBe(201);
  });

  test('is not created with an expiry in the past', async () => {
    const account = await server.account();
    const past = new Date(clock.now().getTime() - 1000).toISOString();
    const { status, body } = await account.post('/user/api-keys', { expires_at: past });
    expect(status).toBe(422);
    expect(body.errors).toEqual({
      name: ['The name field is required.'],
      expires_at: ['The expires at field must be a date in the future.'],
    });
  });

  test('is valid until its expiry, or forever without one', async () => {
    const account = await server.account();
    const inAnHour = new Date(clock.now().getTime() + 3_600_000).toISOString().replace('Z', '+00:00');
    const { client } = await newKey(account, { expires_at: inAnHour });
    await passTime(server.database, 3_500_000, clock);
    expect((await client.get('/user/me')).status).toBe(200);
    await passTime(server.database, 101_000, clock);
    expect((await client.get('/user/me')).status).toBe(401);
    await passTime(server.database, 400 * 86_400_000, clock);
    expect((await account.get('/user/me')).status).toBe(200);
  });

  test('is refused in every process as soon as it is deleted', async () => {
    const account = await server.account();
    const { id, client } = await newKey(account);
    const elsewhere = beside.client(String(client.token));
    expect((await client.get('/user/me')).status).toBe(200);
    expect((await elsewhere.get('/user/me')).status).toBe(200);
    const deleted = await account.delete(`/user/api-keys/${id}`);
    expect(deleted.status).toBe(200);
    expect(deleted.body).toEqual({ message: expect.any(String) });
    expect((await client.get('/user/me')).status).toBe(401);
    expect((await elsewhere.get('/user/me')).status).toBe(401);
    expect((await account.delete(`/user/api-keys/${id}`)).status).toBe(404);
  });

  test('of another account cannot be deleted and gets the same response as a missing key', async () => {
    const [account, other] = [await server.account(), await server.account()];
    const { id, client } = await newKey(other);
    const [foreign, missing] = [
      await account.delete(`/user/api-keys/${id}`),
      await account.delete('/user/api-keys/9000000000'),
    ];
    expect(foreign.status).toBe(404);
    expect(foreign.body).toEqual({ message: 'API key not found.' });
    expect(missing.text).toBe(foreign.text);
    expect((await client.get('/user/me')).status).toBe(200);
  });
});

describe('last_used_at', () => {
  test('is written at most once a minute', async () => {
    const account = await server.account();
    const { id, client } = await newKey(account);
    expect(await lastUse(account, id)).toBeNull();
    await client.get('/user/me');
    const first = await lastUse(account, id);
    expect(first).not.toBeNull();
    clock.advance(59_000);
    await client.get('/user/me');
    expect(await lastUse(account, id)).toBe(first);
    await passTime(server.database, 62_000, clock);
    const aged = String(await lastUse(account, id));
    await client.get('/user/me');
    expect(Date.parse(String(await lastUse(account, id)))).toBeGreaterThan(Date.parse(aged));
  });

  test('uses the database’s time when a process’s clock is ahead, and corrects future values', async () => {
    const account = await server.account();
    const { id, client } = await newKey(account);
    await server.database.query(
      `update tokens set last_used_at = clock_timestamp() + interval '2 days' where id = $1`,
      [id],
    );
    const ahead = manualClock(new Date(Date.now() + 2 * 86_400_000));
    const process = await startTestServer({ beside: server.testDatabase, overrides: { clock: ahead } });
    await process.client(String(client.token)).get('/user/me');
    await process.stop();
    expect(Date.parse(String(await lastUse(account, id)))).toBeLessThan(Date.now() + 60_000);
  });

  test('has the microseconds of the database’s clock', async () => {
    const account = beside.client(String((await server.account()).token));
    const created = await account.post('/user/api-keys', { name: 'first' });
    await beside.client(created.body.api_key.token).get('/user/me');
    const { body } = await account.get('/user/api-keys');
    const uses: string[] = body.api_keys.map((key: { last_used_at: string }) => key.last_used_at);
    expect(uses).toHaveLength(2);
    // One pair in a million ends like this by chance.
    expect(uses.every((use) => use.endsWith('000Z'))).toBe(false);
  });

  test('never delays a response: a request passes while its token’s row is locked', async () => {
    const account = await server.account();
    const { id, client } = await newKey(account);
    await server.database.transaction(async (transaction) => {
      await transaction.query('select id from tokens where id = $1 for update', [id]);
      expect((await client.get('/user/me')).status).toBe(200);
      expect((await client.get('/user/assistants')).status).toBe(200);
    });
    expect(await lastUse(account, id)).not.toBeNull();
  });
});
