import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAssistant } from '../../kit/assistants.ts';
import { type FakeCarrier, fakeCarrierVendor, startFakeCarrier } from '../../kit/fake-carrier.ts';
import {
  connectFake,
  customerPhone,
  customerWrites,
  sandboxSender,
  sendFreeform,
} from '../../kit/messaging.ts';
import { type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';

let carrier: FakeCarrier;
let server: TestServer;
let account: Client;

beforeAll(async () => {
  carrier = await startFakeCarrier();
  const messagingVendors = [fakeCarrierVendor(carrier.url)];
  server = await startTestServer({ overrides: { messagingVendors } });
  account = await server.account();
});
afterAll(async () => {
  await server.stop();
  await carrier.close();
});

const connect = (body: Record<string, unknown>, by = account) =>
  by.post('/user/msgapp/senders', {
    provider: 'fake',
    phone_number: customerPhone(),
    credentials: { key: 'right' },
    ...body,
  });

describe('a sender of a carrier', () => {
  test('is connected and returned with its webhook URL, never with its credentials', async () => {
    const phone_number = customerPhone();
    const created = await connect({
      phone_number,
      display_name: 'Shop',
      credentials: { key: 'my secret key' },
    });
    expect(created.status, created.text).toBe(201);
    expect(created.body).toEqual({
      message: 'Sender connected successfully.',
      data: {
        id: expect.any(Number),
        phone_number,
        display_name: 'Shop',
        status: 'online',
        quality_rating: 'GREEN',
        messaging_limit: 1000,
        messaging_limit_formatted: '1,000 customers / 24 hours',
        provider: 'fake',
        assistant_id: null,
        webhook_url: expect.stringMatching(
          new RegExp(`^${server.address}/api/carriers/msgapp/[0-9a-f]{64}$`),
        ),
        templates_synced_at: null,
        templates_error: null,
        problem: null,
        health_checked_at: expect.any(String),
        unattributed_reports: { count: 0, last_at: null },
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    });
    const { data } = (await account.get(`/user/msgapp/senders/${created.body.data.id}`)).body;
    // Its templates are read immediately.
    const { health_checked_at } = created.body.data;
    expect({ ...data, templates_synced_at: null, health_checked_at }).toEqual(created.body.data);
    expect(created.text).not.toContain('my secret');
    const [row] = await server.database.query<{ sealed_credentials: Buffer }>(
      'select sealed_credentials from senders where id = $1',
      [data.id],
    );
    expect(row?.sealed_credentials.toString('latin1')).not.toContain('my secret');
  });

  test('is verified with its carrier before it is stored', async () => {
    const answer = await connect({ credentials: { key: 'wrong' } });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toEqual({ credentials: ['The key is wrong.'] });
  });

  test('can be connected only once', async () => {
    const phone_number = customerPhone();
    expect((await connect({ phone_number })).status).toBe(201);
    const again = await connect({ phone_number });
    expect([again.status, again.body.error_code]).toEqual([409, 'SENDER_EXISTS']);
    // Another account may use the same number with its own carrier account.
    expect((await connect({ phone_number }, await server.account())).status).toBe(201);
  });

  test.each([
    ['provider', { provider: 'nobody' }],
    ['provider', { provider: null }],
    ['provider', { provider: 'sandbox' }],
    ['phone_number', { phone_number: '12' }],
    ['phone_number', { phone_number: null }],
    ['display_name', { display_name: 'x'.repeat(256) }],
    ['assistant_id', { assistant_id: 9_000_000 }],
    ['assistant_id', { assistant_id: 'x' }],
    ['credentials', { credentials: 'key' }],
    ['credentials.key', { credentials: {} }],
    ['credentials.key', { credentials: null }],
    ['credentials.key', { credentials: { key: 'x'.repeat(101) } }],
  ])('is refused for an invalid %s (%#)', async (field, body) => {
    const answer = await connect(body);
    expect(answer.status, answer.text).toBe(422);
    expect(Object.keys(answer.body.errors)[0]).toBe(field);
  });

  test('is updated in the supplied fields, and new credentials are verified', async () => {
    const assistant = await createAssistant(account);
    const { id } = await connectFake(account, { display_name: 'Old', assistant_id: assistant.id });
    const path = `/user/msgapp/senders/${id}`;
    const changed = await account.put(path, { status: 'offline' });
    expect(changed.body.data).toMatchObject({
      status: 'offline',
      display_name: 'Old',
      assistant_id: assistant.id,
    });
    expect((await account.put(path, { assistant_id: null })).body.data.assistant_id).toBeNull();
    expect((await account.put(path, { display_name: null })).body.data.display_name).toBe('');
    expect((await account.put(path, { credentials: { key: 'wrong' } })).status).toBe(422);
    expect((await account.put(path, { credentials: {} })).body.errors).toHaveProperty(['credentials.key']);
    expect((await account.put(path, { credentials: { key: 'new' } })).status).toBe(200);
    for (const [field, value] of [
      ['status', 'busy'],
      ['display_name', 7],
      ['assistant_id', 9_000_000],
    ] as const) {
      const refused = await account.put(path, { [field]: value });
      expect(Object.keys(refused.body.errors)).toEqual([field]);
    }
  });

  test('is listed while it is online; status=all lists offline ones too', async () => {
    const own = await server.account();
    const first = await sandboxSender(own, { display_name: 'First' });
    const second = await sandboxSender(own, { status: 'offline' });
    const list = (await own.get('/user/msgapp/senders')).body.data;
    expect(list).toEqual([
      {
        id: first.id,
        phone_number: expect.stringMatching(/^\+1202555\d{4}$/),
        display_name: 'First',
        status: 'online',
        quality_rating: 'GREEN',
        messaging_limit: 1000,
        messaging_limit_formatted: '1,000 customers / 24 hours',
      },
    ]);
    expect((await own.get('/user/msgapp/senders?status=online')).body.data).toEqual(list);
    const all = (await own.get('/user/msgapp/senders?status=all')).body.data;
    expect(all.map(({ id }: { id: number }) => id)).toEqual([first.id, second.id]);
    expect((await own.get('/user/msgapp/senders?status=offline')).status).toBe(422);
  });

  test('can be deleted, but not by another account', async () => {
    const { id } = await connectFake(account);
    const path = `/user/msgapp/senders/${id}`;
    const otherAccount = await server.account();
    for (const answer of [
      await otherAccount.get(path),
      await otherAccount.put(path, { status: 'offline' }),
      await otherAccount.delete(path),
    ]) {
      expect([answer.status, answer.body.error_code]).toEqual([404, 'SENDER_NOT_FOUND']);
    }
    expect((await account.delete(path)).body).toEqual({ message: 'Sender deleted successfully.' });
    expect((await account.get(path)).status).toBe(404);
  });

  test('keeps its conversations when deleted; their session reports it as gone', async () => {
    const own = await server.account();
    const { id } = await sandboxSender(own);
    const { body } = await customerWrites(own, id, { from: customerPhone() });
    expect((await own.delete(`/user/msgapp/senders/${id}`)).status).toBe(200);
    const left = await own.get(`/user/msgapp/conversations/${body.data.conversation_id}/messages`);
    expect(left.body.session_status).toEqual({
      is_open: false,
      can_send_freeform: false,
      requires_template: false,
      message: 'The sender of this conversation was deleted: nothing can be sent.',
    });
    expect(left.body.data.length).toBeGreaterThan(0);
  });

  test('remembers STOPs to its number when it is connected again', async () => {
    const own = await server.account();
    const [from, phone_number] = [customerPhone(), customerPhone()];
    const first = await sandboxSender(own, { phone_number });
    await customerWrites(own, first.id, { from, message: 'STOP' });
    expect((await own.delete(`/user/msgapp/senders/${first.id}`)).status).toBe(200);
    const second = await sandboxSender(own, { phone_number });
    await customerWrites(own, second.id, { from, message: 'By the way' });
    const to = { sender_id: second.id, recipient_phone: from };
    expect((await sendFreeform(own, to)).body).toMatchObject({ error_code: 'OPTED_OUT' });
    await customerWrites(own, second.id, { from, message: 'START' });
    expect((await sendFreeform(own, to)).status).toBe(200);
  });
});

describe('the sandbox', () => {
  test('gives a unique number only to senders without one', async () => {
    const own = await server.account();
    const numbers = [await sandboxSender(own), await sandboxSender(own)].map((one) => one['phone_number']);
    expect(new Set(numbers).size).toBe(2);
    const named = await sandboxSender(own, { phone_number: '+40 721 555 111' });
    expect(named['phone_number']).toBe('+40721555111');
    const again = await own.post('/sandbox/msgapp/senders', { phone_number: '+40721555111' });
    expect(again.status).toBe(409);
  });

  test('gives each of many concurrent senders its own number', async () => {
    const own = await server.account();
    const senders = await Promise.all(Array.from({ length: 8 }, () => sandboxSender(own)));
    expect(new Set(senders.map((one) => one['phone_number'])).size).toBe(8);
  });

  test.each([
    ['phone_number', { phone_number: '12' }],
    ['display_name', { display_name: 'x'.repeat(256) }],
    ['status', { status: 'away' }],
    ['assistant_id', { assistant_id: 9_000_000 }],
  ])('refuses an invalid %s', async (field, body) => {
    const answer = await account.post('/sandbox/msgapp/senders', body);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors)).toEqual([field]);
  });

  test('only changes its own senders', async () => {
    const { id } = await sandboxSender(account);
    const path = `/sandbox/msgapp/senders/${id}`;
    expect((await account.put(path, { status: 'offline' })).body.data.status).toBe('offline');
    expect((await account.put(path, { status: 'away' })).status).toBe(422);
    expect((await account.put(path, { assistant_id: 9_000_000 })).status).toBe(422);
    const real = await connectFake(account);
    expect((await account.put(`/sandbox/msgapp/senders/${real.id}`, { status: 'offline' })).status).toBe(404);
  });
});
