import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAssistant } from '../../kit/assistants.ts';
import { type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';

let server: TestServer;
let account: Client;
let otherAccount: Client;

beforeAll(async () => {
  server = await startTestServer();
  account = await server.account();
  otherAccount = await server.account();
});
afterAll(() => server.stop());

const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);

async function sandboxNumber(client: Client, fields: Record<string, unknown> = {}) {
  const created = await client.post('/sandbox/phone-numbers', { type: 'normal', ...fields });
  if (created.status !== 201) throw new Error(created.text);
  return created.body.data;
}

describe('the lists', () => {
  test('return all numbers, and the older list those that can send messages', async () => {
    const own = await server.account();
    expect((await own.get('/user/phone-numbers/all')).body).toEqual({ data: [] });
    expect((await own.get('/user/phone-numbers')).body).toEqual([]);
    const number = await sandboxNumber(own, { phone_number: '+40 721 234 567' });
    expect(number).toEqual({
      id: expect.any(Number),
      phone_number: '+40721234567',
      country_code: 'RO',
      type: 'normal',
      type_label: 'Dedicated Number',
      sms_capable: true,
      region: 'Romania',
      has_active_subscription: true,
      created_at: timestamp,
    });
    const ended = await sandboxNumber(own, { has_active_subscription: false });
    const silent = await sandboxNumber(own, { sms_capable: 0 });
    const callerId = await sandboxNumber(own, { type: 'caller_id' });
    expect(callerId).toMatchObject({ type: 'caller_id', type_label: 'Caller ID', sms_capable: false });
    const all = await own.get('/user/phone-numbers/all');
    expect(all.body).toEqual({ data: [number, ended, silent, callerId] });
    expect(Object.keys(all.body.data[0])).toEqual(Object.keys(number));
    expect((await own.get('/user/phone-numbers')).body).toEqual([number]);
    expect((await otherAccount.get('/user/phone-numbers/all')).body).toEqual({ data: [] });
  });

  test('for inbound assistants leave out numbers that they cannot use', async () => {
    const own = await server.account();
    const taken = await sandboxNumber(own);
    const free = await sandboxNumber(own, { type: 'sip' });
    const callerId = await sandboxNumber(own, { type: 'caller_id' });
    await createAssistant(own, { type: 'inbound', phone_number_id: taken.id });
    await createAssistant(own, { type: 'outbound', phone_number_id: free.id });
    const path = '/user/assistants/phone-numbers';
    const shown = (number: typeof taken, is_available: boolean) => ({
      id: number.id,
      phone_number: number.phone_number,
      country_code: 'US',
      type_label: number.type_label,
      is_available,
    });
    expect((await own.get(`${path}?type=inbound`)).body).toEqual([shown(free, true)]);
    const all = [shown(taken, false), shown(free, true), shown(callerId, true)];
    expect((await own.get(`${path}?type=outbound`)).body).toEqual(all);
    expect((await own.get(path)).body).toEqual(all);
    const refused = await own.get(`${path}?type=both`);
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.body.errors)).toEqual(['type']);
  });
});

describe('the provider', () => {
  test('searches, sells a number to one account only, and takes it back', async () => {
    const search = '/user/phone-numbers/search?country_code=gb&sms_capable=true&limit=2';
    const found = await account.get(search);
    expect(found.status).toBe(200);
    expect(found.body.data).toHaveLength(2);
    const [offer] = found.body.data;
    expect(offer).toEqual({
      phone_number: expect.stringMatching(/^\+44\d{10}$/),
      country_code: 'GB',
      type: 'normal',
      type_label: 'Dedicated Number',
      sms_capable: true,
      region: 'United Kingdom',
      monthly_price: { amount: 0, currency: 'USD' },
    });
    const wanted = { phone_number: offer.phone_number };
    const attempts = [account, otherAccount, account].map((client) =>
      client.post('/user/phone-numbers/purchase', wanted),
    );
    const answers = await Promise.all(attempts);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    const winner = answers[1]?.status === 201 ? otherAccount : account;
    const bought = answers.find(({ status }) => status === 201)?.body.data;
    const { monthly_price: _, ...place } = offer;
    expect(bought).toMatchObject({ ...place, has_active_subscription: true });
    expect(answers.find(({ status }) => status === 409)?.body).toEqual({ error: expect.any(String) });
    expect((await account.get(search)).body.data).not.toContainEqual(offer);
    const released = await winner.delete(`/user/phone-numbers/${bought.id}`);
    expect(released.status).toBe(200);
    expect(released.body).toEqual({ message: expect.any(String) });
    expect((await account.get(search)).body.data[0]).toEqual(offer);
    expect((await otherAccount.post('/user/phone-numbers/purchase', wanted)).status).toBe(201);
  });

  test('sells neither unavailable numbers nor numbers that the account already has', async () => {
    const purchase = '/user/phone-numbers/purchase';
    const foreign = await account.post(purchase, { phone_number: '+442079460000' });
    expect(foreign.status).toBe(409);
    const own = await sandboxNumber(account);
    const again = await account.post(purchase, { phone_number: own.phone_number });
    expect(again.body).toEqual({ error: 'You already have this phone number.' });
    for (const body of [{}, { phone_number: '0721' }]) {
      const refused = await account.post(purchase, body);
      expect(refused.status).toBe(422);
      expect(Object.keys(refused.body.errors)).toEqual(['phone_number']);
    }
  });

  test.each([
    ['', ['country_code']],
    [
      '?country_code=XX&limit=51&contains=ab&sms_capable=maybe',
      ['country_code', 'contains', 'sms_capable', 'limit'],
    ],
    ['?country_code=USA&limit=0', ['country_code', 'limit']],
  ])('refuses the search “%s”', async (query, fields) => {
    const refused = await account.get(`/user/phone-numbers/search${query}`);
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.body.errors)).toEqual(fields);
  });

  test('searches by digits', async () => {
    const { body } = await account.get('/user/phone-numbers/search?country_code=US&contains=0199&limit=50');
    expect(body.data.length).toBeGreaterThan(0);
    for (const { phone_number } of body.data) expect(phone_number).toContain('0199');
  });
});

describe('releasing a number', () => {
  test('removes it from its assistants', async () => {
    const number = await sandboxNumber(account);
    const inbound = await createAssistant(account, { type: 'inbound', phone_number_id: number.id });
    const outbound = await createAssistant(account, { type: 'outbound', phone_number_id: number.id });
    expect((await account.delete(`/user/phone-numbers/${number.id}`)).status).toBe(200);
    for (const { id } of [inbound, outbound]) {
      expect((await account.get(`/user/assistant/${id}`)).body.data.phone_number_id).toBeNull();
    }
    expect((await account.delete(`/user/phone-numbers/${number.id}`)).status).toBe(404);
  });

  test('of another account gets the response for a missing number', async () => {
    const { id } = await sandboxNumber(account);
    for (const path of [id, 99999999, 'none']) {
      const { status, body } = await otherAccount.delete(`/user/phone-numbers/${path}`);
      expect({ status, body }).toEqual({ status: 404, body: { error: 'Phone number not found.' } });
    }
    expect((await account.delete(`/user/phone-numbers/${id}`)).status).toBe(200);
  });
});

describe('the sandbox', () => {
  test('adds a number once per account and refuses invalid ones', async () => {
    const body = { phone_number: '+1 202 555 0199', type: 'normal' };
    expect((await account.post('/sandbox/phone-numbers', body)).status).toBe(201);
    const again = await account.post('/sandbox/phone-numbers', body);
    expect({ status: again.status, body: again.body }).toEqual({
      status: 409,
      body: { error: 'You already have this phone number.' },
    });
    expect((await otherAccount.post('/sandbox/phone-numbers', body)).status).toBe(201);
    const refused = await account.post('/sandbox/phone-numbers', { phone_number: '12', sms_capable: 'x' });
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.body.errors)).toEqual(['phone_number', 'type', 'sms_capable']);
    const unauthenticated = await server.visitor.post('/sandbox/phone-numbers', body);
    expect(unauthenticated.status).toBe(401);
  });

  test('gives each of many concurrent requests its own number', async () => {
    const own = await server.account();
    const numbers = await Promise.all(Array.from({ length: 8 }, () => sandboxNumber(own)));
    expect(new Set(numbers.map(({ phone_number }) => phone_number)).size).toBe(8);
  });

  test('can be closed: it sells nothing, and its endpoints are unknown', async () => {
    const other = await startTestServer({
      environment: { PARLEY_SANDBOX: 'off' },
      beside: server.testDatabase,
    });
    const client = other.client(account.token ?? '');
    const missing = await client.post('/sandbox/phone-numbers', { type: 'normal' });
    expect(missing.status).toBe(404);
    const search = await client.get('/user/phone-numbers/search?country_code=US');
    expect({ status: search.status, body: search.body }).toEqual({
      status: 503,
      body: { error: 'No telephony provider is configured on this server.' },
    });
    const bought = await sandboxNumber(account);
    expect((await client.delete(`/user/phone-numbers/${bought.id}`)).status).toBe(200);
    await other.stop();
  });
});
