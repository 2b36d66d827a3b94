import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAssistant } from '../../kit/assistants.ts';
import { passTime } from '../../kit/pass-time.ts';
import { type Answer, type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';

let server: TestServer;
let account: Client;

beforeAll(async () => {
  server = await startTestServer({
    environment: {
      PARLEY_REGISTRATION: 'on',
      PARLEY_TRUST_PROXY: '1',
      PARLEY_VISITOR_LIMITS: 'conversations_per_hour=3,messages_per_day=4,spend_per_day=0.06',
    },
  });
  account = await server.account();
});
afterAll(() => server.stop());

const MISSING = { status: false, error: 'Assistant not found.' };
let addresses = 0;
/** Each call returns the address of a new visitor. */
const newAddress = (): Record<string, string> => {
  addresses += 1;
  return { 'x-forwarded-for': `203.0.113.${addresses}` };
};
const write = (client: Client, uuid: string): Promise<Answer> =>
  client.post(`/conversations/${uuid}/messages`, { message: 'Hello?' });

async function open(client: Client, body: object): Promise<string> {
  const answer = await client.post('/conversations', body, newAddress());
  if (answer.status !== 200) throw new Error(`The conversation was refused: ${answer.text}`);
  return answer.body.conversation_id;
}

const balanceOf = async (owner: Client): Promise<number> => (await owner.get('/user/me')).body.total_balance;

describe('a test conversation', () => {
  test('is free for anyone when opened with a credential of the account', async () => {
    const { uuid: assistant_id } = await createAssistant(account);
    const before = await balanceOf(account);
    const uuid = await open(account, { assistant_id, type: 'test' });
    expect((await write(server.visitor, uuid)).status).toBe(200);
    expect(await balanceOf(account)).toBe(before);
  });

  test('costs as much as a widget’s when a visitor or another account opens it', async () => {
    const { uuid: assistant_id } = await createAssistant(account);
    for (const outsider of [server.visitor, await server.account(), server.client('parley_nonsense')]) {
      const before = await balanceOf(account);
      const uuid = await open(outsider, { assistant_id, type: 'test' });
      expect((await write(outsider, uuid)).status).toBe(200);
      expect(await balanceOf(account)).toBeCloseTo(before - 0.01);
      expect((await account.get(`/user/conversations/${uuid}`)).body.data.type).toBe('test');
    }
  });

  test('of a visitor is refused when the balance is empty', async () => {
    const { uuid: assistant_id } = await createAssistant(account);
    const uuid = await open(server.visitor, { assistant_id, type: 'test' });
    const free = await open(account, { assistant_id, type: 'test' });
    await account.put('/sandbox/balance', { amount: 0 });
    expect((await write(server.visitor, uuid)).status).toBe(402);
    expect((await write(account, free)).status).toBe(200);
    await account.put('/sandbox/balance', { amount: 100 });
  });

  test('under an Idempotency-Key is not shared between the account and a visitor at its address', async () => {
    const { uuid: assistant_id } = await createAssistant(account);
    const headers = { 'idempotency-key': 'first', ...newAddress() };
    const body = { assistant_id, type: 'test' };
    const [own, foreign] = [
      await account.post('/conversations', body, headers),
      await server.visitor.post('/conversations', body, headers),
    ];
    expect(foreign.body.conversation_id).not.toBe(own.body.conversation_id);
  });
});

describe('an assistant that is not public', () => {
  test('is hidden from visitors and other accounts', async () => {
    const { id, uuid: assistant_id } = await createAssistant(account);
    const begun = await open(server.visitor, { assistant_id });
    await account.put(`/user/assistant/${id}`, { is_public: false });
    const other = await server.account();
    for (const outsider of [server.visitor, other]) {
      const opened = await outsider.post('/conversations', { assistant_id }, newAddress());
      expect([opened.status, opened.body]).toEqual([404, MISSING]);
      const widget = await outsider.get(`/widgets/${assistant_id}`);
      expect([widget.status, widget.body]).toEqual([404, MISSING]);
      expect((await write(outsider, begun)).status).toBe(404);
      expect((await outsider.get(`/conversations/${begun}/events`)).status).toBe(404);
    }
    expect((await write(account, begun)).status).toBe(200);
    const own = await open(account, { assistant_id });
    expect((await write(server.visitor, own)).status).toBe(200);
    const widget = await account.get(`/widgets/${assistant_id}`);
    expect([widget.status, widget.headers.get('cache-control')]).toEqual([200, 'no-store']);
    await account.put(`/user/assistant/${id}`, { is_public: true });
    expect((await write(server.visitor, begun)).status).toBe(200);
  });
});

describe('the limits of visitors', () => {
  const expectRefusal = (answer: Answer): void => {
    expect(answer.status).toBe(429);
    const { body, headers } = answer;
    expect(body).toMatchObject({ status: false, error: expect.any(String), retry_after: expect.any(Number) });
    expect(headers.get('retry-after')).toBe(String(body.retry_after));
  };

  test('cap new conversations per address and hour before the body is read, but not for the account', async () => {
    const { uuid: assistant_id } = await createAssistant(account);
    const from = newAddress();
    for (let count = 0; count < 3; count += 1) {
      expect((await server.visitor.post('/conversations', { assistant_id }, from)).status).toBe(200);
    }
    expectRefusal(await server.visitor.post('/conversations', { assistant_id }, from));
    expectRefusal(await server.visitor.post('/conversations', '{', from));
    expect((await server.visitor.post('/conversations', { assistant_id }, newAddress())).status).toBe(200);
    expect((await account.post('/conversations', { assistant_id }, from)).status).toBe(200);
    await passTime(server.database, 3_600_000);
    expect((await server.visitor.post('/conversations', { assistant_id }, from)).status).toBe(200);
  });

  test('cap messages per conversation and day', async () => {
    const { uuid: assistant_id } = await createAssistant(account);
    const uuid = await open(server.visitor, { assistant_id });
    for (let count = 0; count < 3; count += 1) expect((await write(server.visitor, uuid)).status).toBe(200);
    const path = `/conversations/${uuid}/messages`;
    const key = { 'idempotency-key': 'last' };
    const last = await server.visitor.post(path, { message: 'Hello?' }, key);
    expect(last.status).toBe(200);
    const refused = await write(server.visitor, uuid);
    expectRefusal(refused);
    // The repeat of a message whose response was lost does not count again.
    expect((await server.visitor.post(path, { message: 'Hello?' }, key)).body).toEqual(last.body);
    expect(refused.body.error).toContain('today');
    expect(refused.body.retry_after).toBeGreaterThan(86_000);
    await server.database.query(`update messages set created_at = created_at - interval '1 day'`);
    expect((await write(server.visitor, uuid)).status).toBe(200);
  });

  test('cap an assistant’s daily spend over all conversations', async () => {
    const { uuid: assistant_id } = await createAssistant(account);
    for (let count = 0; count < 6; count += 1) {
      const uuid = await open(server.visitor, { assistant_id, type: count % 2 === 0 ? 'widget' : 'test' });
      expect((await write(server.visitor, uuid)).status).toBe(200);
    }
    const before = await balanceOf(account);
    const refused = await write(server.visitor, await open(server.visitor, { assistant_id }));
    expectRefusal(refused);
    expect(refused.body.retry_after).toBeLessThanOrEqual(86_400);
    expect(await balanceOf(account)).toBe(before);
    const other = await createAssistant(account);
    expect(
      (await write(server.visitor, await open(server.visitor, { assistant_id: other.uuid }))).status,
    ).toBe(200);
    expect((await write(account, await open(account, { assistant_id }))).status).toBe(200);
    await server.database.query('update visitor_spend set day = day - 1');
    expect((await write(server.visitor, await open(server.visitor, { assistant_id }))).status).toBe(200);
  });
});

describe('the body of a public request', () => {
  /** Valid JSON that the schema would refuse, with another response if it were read. */
  const bodyOf = (bytes: number): string => JSON.stringify({ padding: 'x'.repeat(bytes) });

  test.each([
    ['/login', 16_384],
    ['/register', 16_384],
    ['/console/login', 16_384],
    ['/conversations', 65_536],
    ['/conversations/6e6a2f5c-0000-4000-8000-000000000000/messages', 131_072],
  ])('of %s over %d bytes gets 413', async (path, bytes) => {
    const post = (text: string): Promise<Answer> => server.visitor.post(path, text, newAddress());
    const refused = await post(bodyOf(bytes));
    expect([refused.status, refused.body]).toEqual([413, { message: 'The request body is too large.' }]);
    expect((await post(bodyOf(bytes - 100))).status).not.toBe(413);
  });

  test('is not read after too many logins from the address', async () => {
    const from = newAddress();
    // If the rate limit's minute ends during the loop, the count restarts.
    for (let count = 0, status = 0; status !== 429 && count < 601; count += 1) {
      ({ status } = await server.visitor.post('/login', '{', from));
    }
    for (const [path, body] of [
      ['/login', '{'],
      ['/console/login', bodyOf(20_000)],
      ['/register', bodyOf(20_000)],
    ]) {
      expect((await server.visitor.post(String(path), body, from)).status, path).toBe(429);
    }
  });

  test('is refused with 413 if it has more keys and items than its fields can hold', async () => {
    const body = (keys: number): string =>
      JSON.stringify(Object.fromEntries(Array.from({ length: keys }, (_, index) => [`k${index}`, 1])));
    const refused = await server.visitor.post('/conversations', body(3000), newAddress());
    expect([refused.status, refused.body]).toEqual([
      413,
      { message: 'The request body contains more than 5000 keys and items.' },
    ]);
    expect((await server.visitor.post('/conversations', body(2000), newAddress())).status).toBe(400);
    expect((await account.post('/user/api-keys', body(3000))).status).toBe(413);
    expect((await account.post('/user/api-keys', body(2000))).status).toBe(422);
  });

  test('is not parsed for an unknown route, and a body over the limit does not hide the 404', async () => {
    expect((await server.visitor.post('/nowhere', '{', newAddress())).status).toBe(404);
    expect((await server.visitor.post('/nowhere', bodyOf(65_536), newAddress())).status).toBe(404);
    const wrongVerb = await server.visitor.request('PATCH', '/login', { body: bodyOf(65_536) });
    expect([wrongVerb.status, wrongVerb.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
  });
});
