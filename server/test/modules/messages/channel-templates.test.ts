import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { syncTemplatesJob } from '../../../src/modules/messages/jobs.ts';
import type { CarrierTemplate } from '../../../src/providers/interfaces/messaging-carrier.ts';
import { enqueue } from '../../../src/work/define-job.ts';
import { eventually } from '../../kit/eventually.ts';
import { type FakeCarrier, fakeCarrierVendor, startFakeCarrier } from '../../kit/fake-carrier.ts';
import { connectFake, customerPhone, reportsOf, sandboxSender, setBalance } from '../../kit/messaging.ts';
import { type Answer, type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';

let carrier: FakeCarrier;
let server: TestServer;
let account: Client;

beforeAll(async () => {
  carrier = await startFakeCarrier();
  server = await startTestServer({ overrides: { messagingVendors: [fakeCarrierVendor(carrier.url)] } });
  account = await server.account();
});
afterAll(async () => {
  await server.stop();
  await carrier.close();
});

const GREETING = {
  name: 'order_ready',
  language: 'en',
  category: 'utility',
  status: 'approved',
  body_text: 'Hi {{1}}, your order {{2}} is ready.',
  variables: ['name', 'order'],
};

async function templateOf(senderId: number, fields: Record<string, unknown> = {}): Promise<Answer> {
  return account.post(`/sandbox/msgapp/senders/${senderId}/templates`, { ...GREETING, ...fields });
}

const at = (reference: string, fields: Partial<CarrierTemplate> = {}): CarrierTemplate => ({
  reference,
  name: reference,
  language: 'en',
  category: 'utility',
  status: 'approved',
  bodyText: 'Hello {{1}}',
  variables: ['name'],
  ...fields,
});

describe('templates', () => {
  test('of a sender are listed by their status', async () => {
    const { id } = await sandboxSender(account);
    const created = await templateOf(id);
    expect(created.status, created.text).toBe(201);
    expect(created.body.data).toEqual({
      id: expect.any(Number),
      ...GREETING,
      has_variables: true,
      variable_kinds: ['text', 'text'],
      preview: { header: null, offer: null, footer: null, buttons: [], cards: [] },
      unsendable: null,
    });
    await templateOf(id, { name: 'later', status: 'pending', variables: null, body_text: 'Hello' });
    const path = `/user/msgapp/senders/${id}/templates`;
    expect((await account.get(path)).body.data).toEqual([created.body.data]);
    expect((await account.get(`${path}?status=pending`)).body.data).toMatchObject([{ has_variables: false }]);
    expect((await account.get(`${path}?status=rejected`)).body.data).toEqual([]);
    expect((await account.get(`${path}?status=all`)).body.data.length).toBe(2);
    expect((await account.get(`${path}?status=lost`)).status).toBe(422);
    const foreign = await (await server.account()).get(path);
    expect([foreign.status, foreign.body.error_code]).toEqual([404, 'SENDER_NOT_FOUND']);
  });

  test('that a person creates are in the audit log', async () => {
    const own = await server.account();
    const { id } = await sandboxSender(own);
    const created = await own.post(`/sandbox/msgapp/senders/${id}/templates`, GREETING);
    const { body } = await own.get('/user/audit-log?object_type=template');
    expect(body.data).toMatchObject([
      { action: 'created', object: { id: String(created.body.data.id), name: 'order_ready' } },
    ]);
    expect(body.data[0].changes).toContainEqual({
      field: 'body_text',
      before: null,
      after: GREETING.body_text,
      is_secret: false,
    });
  });

  test.each([
    ['name', null],
    ['name', 'x'.repeat(513)],
    ['language', null],
    ['category', null],
    ['status', 'lost'],
    ['body_text', null],
    ['body_text', 'x'.repeat(1025)],
    ['variables', 'name'],
    ['variables', ['name']],
    ['variables', ['name', 'order', 'day']],
    ['body_text', 'Hi {{51}}'],
  ])('are not created with an invalid %s (%#)', async (field, value) => {
    const { id } = await sandboxSender(account);
    const answer = await templateOf(id, { [field]: value });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors)).toEqual([field]);
  });

  test('without variable names use positions 1, 2, …, and report that they need values', async () => {
    const { id } = await sandboxSender(account);
    for (const variables of [undefined, null, []]) {
      const { status, body } = await templateOf(id, { variables });
      expect([status, body.data?.variables, body.data?.has_variables]).toEqual([201, ['1', '2'], true]);
    }
    carrier.templates = [at('nameless', { variables: [] }), at('plain', { bodyText: 'Hi', variables: [] })];
    const connected = await connectFake(account);
    const synced = await account.post(`/user/msgapp/senders/${connected.id}/templates/sync`);
    expect(synced.body.data).toMatchObject([
      { name: 'nameless', has_variables: true },
      { name: 'plain', has_variables: false },
    ]);
  });

  test('of an invalid sender id are answered like those of a missing sender', async () => {
    for (const id of ['abc', '999', '99999999999999999999']) {
      for (const answer of [
        await account.get(`/user/msgapp/senders/${id}/templates`),
        await account.post(`/sandbox/msgapp/senders/${id}/inbound`, {}),
      ]) {
        expect([answer.status, answer.body.error_code], id).toEqual([404, 'SENDER_NOT_FOUND']);
      }
      const message = await account.get(`/user/msgapp/messages/${id}`);
      expect([message.status, message.body.error_code], id).toEqual([404, 'MESSAGE_NOT_FOUND']);
    }
  });

  test('of a missing sender are refused before validation', async () => {
    for (const kind of ['templates', 'inbound']) {
      const answer = await account.post(`/sandbox/msgapp/senders/9000000/${kind}`, {});
      expect([answer.status, answer.body.error_code], kind).toEqual([404, 'SENDER_NOT_FOUND']);
    }
  });

  test('of a new sender are read when it is connected', async () => {
    carrier.templates = [at('first')];
    const { id } = await connectFake(account);
    const path = `/user/msgapp/senders/${id}/templates`;
    await eventually(
      () => account.get(path),
      ({ body }) => body.data.length === 1,
    );
  });

  test('are synced from the carrier on demand; known ones keep their ids, removed ones disappear', async () => {
    carrier.templates = [at('one', { status: 'pending' }), at('two')];
    const { id } = await connectFake(account);
    const path = `/user/msgapp/senders/${id}/templates`;
    const first = (await account.post(`${path}/sync`)).body.data;
    expect(first.map(({ name, status }: { name: string; status: string }) => [name, status])).toEqual([
      ['one', 'pending'],
      ['two', 'approved'],
    ]);
    const twice = at('three', { bodyText: 'a\u0000b' });
    carrier.templates = [at('three'), at('one', { bodyText: 'Changed {{1}}' }), twice];
    const second = (await account.post(`${path}/sync`)).body.data;
    expect(second).toMatchObject([
      { id: first[0].id, name: 'one', status: 'approved', body_text: 'Changed {{1}}' },
      { name: 'three', body_text: 'ab' },
    ]);
    expect((await account.get(`/user/msgapp/senders/${id}`)).body.data.templates_synced_at).not.toBeNull();
    carrier.templates = null;
    const failed = await account.post(`${path}/sync`);
    expect([failed.status, failed.body.error_code]).toEqual([503, 'CARRIER_UNAVAILABLE']);
    expect((await account.get(`/user/msgapp/senders/${id}`)).body.data.templates_error).toContain('fake');
    expect((await account.get(`${path}?status=all`)).body.data.length).toBe(2);
  });

  test('are those of the latest sync, even if an older one responds later', async () => {
    const late = Promise.withResolvers<void>();
    let asked = 0;
    carrier.templates = [at('old')];
    carrier.beforeTemplates = () => {
      asked += 1;
      return late.promise;
    };
    // A new sender's templates are synced automatically, too.
    const { id } = await connectFake(account);
    const path = `/user/msgapp/senders/${id}/templates`;
    const first = account.post(`${path}/sync`);
    await eventually(
      async () => asked,
      (count) => count >= 2,
    );
    carrier.beforeTemplates = async () => undefined;
    carrier.templates = [at('new')];
    const isNew = { status: 200, body: { data: [{ name: 'new' }] } };
    expect(await account.post(`${path}/sync`)).toMatchObject(isNew);
    late.resolve();
    expect(await first).toMatchObject(isNew);
    expect(await account.get(path)).toMatchObject(isNew);
  });

  test('are synced even if the clock was set back since the last sync', async () => {
    carrier.templates = [at('before')];
    const { id } = await connectFake(account);
    const path = `/user/msgapp/senders/${id}/templates`;
    await account.post(`${path}/sync`);
    const ahead = `update senders set templates_asked_at = clock_timestamp() + interval '1 hour' where id = $1`;
    await server.database.query(ahead, [id]);
    carrier.templates = [at('after')];
    expect((await account.post(`${path}/sync`)).body.data).toMatchObject([{ name: 'after' }]);
  });

  test('of all senders are synced on schedule despite one failure, and when a carrier reports a change', async () => {
    carrier.templates = [];
    const senders = [await connectFake(account), await connectFake(account)];
    await server.database.query(`update senders set sealed_credentials = '\\x00' where id = $1`, [
      senders[0]?.id,
    ]);
    carrier.templates = [at('news')];
    await enqueue(server.database, syncTemplatesJob, { payload: {}, key: syncTemplatesJob.name });
    const path = `/user/msgapp/senders/${senders[1]?.id}/templates`;
    await eventually(
      () => account.get(path),
      ({ body }) => body.data.length === 1,
    );
    carrier.templates = [at('news'), at('more')];
    const sender = { id: senders[1]?.id ?? 0, userId: account.userId };
    await reportsOf(server, sender, [{ kind: 'templates-changed' }]);
    await eventually(
      () => account.get(path),
      ({ body }) => body.data.length === 2,
    );
  });
});

describe('a template', () => {
  async function prepare(fields: Record<string, unknown> = {}) {
    const own = await server.account();
    const sender = await sandboxSender(own);
    const path = `/sandbox/msgapp/senders/${sender.id}/templates`;
    const { data } = (await own.post(path, { ...GREETING, ...fields })).body;
    const to = { sender_id: sender.id, template_id: data.id, recipient_phone: customerPhone() };
    const send = (body: Record<string, unknown> = {}) =>
      own.post('/user/msgapp/send', { ...to, variables: { '1': 'Ana', '2': '7' }, ...body });
    return { own, sender, to, send };
  }

  test('is sent outside the window, opens no window, and is charged', async () => {
    const { own, sender, to, send } = await prepare();
    const sent = await send({ recipient_name: 'Ana Pop' });
    expect(sent.status, sent.text).toBe(200);
    expect(sent.body).toEqual({
      success: true,
      conversation_id: expect.any(Number),
      conversation_uuid: expect.any(String),
      message_id: expect.any(Number),
      msgapp_message_id: expect.any(Number),
      message_sid: expect.stringMatching(/^sandbox-/),
      // The sandbox reports at once, so that a report may overtake the answer.
      status: expect.stringMatching(/^(queued|sent|delivered|read)$/),
    });
    expect((await own.get('/user/me')).body.total_balance).toBe(99.99);
    const query = `sender_id=${sender.id}&recipient_phone=${encodeURIComponent(to.recipient_phone)}`;
    const session = (await own.get(`/user/msgapp/session-status?${query}`)).body;
    expect(session).toMatchObject({
      has_conversation: true,
      conversation_id: sent.body.conversation_id,
      customer_name: 'Ana Pop',
      session_status: { is_open: false, requires_template: true },
    });
    const read = await own.get(`/user/msgapp/conversations/${sent.body.conversation_id}/messages`);
    expect(read.body.data).toMatchObject([{ content: 'Hi Ana, your order 7 is ready.', author: 'human' }]);
  });

  test('takes its variables by position, by name and as a list', async () => {
    const { send } = await prepare();
    for (const variables of [{ name: 'Ana', order: 7 }, { '1': 'Ana', order: '7' }, ['Ana', 7]]) {
      expect((await send({ variables })).status).toBe(200);
    }
  });

  test('is sent once for a repeated request', async () => {
    const { own, to } = await prepare();
    const body = { ...to, variables: ['Ana', '7'] };
    const key = { 'idempotency-key': 'template' };
    const one = await own.post('/user/msgapp/send', body, key);
    const two = await own.post('/user/msgapp/send', body, key);
    expect(two.text).toBe(one.text);
    expect((await own.get('/user/me')).body.total_balance).toBe(99.99);
  });

  test.each([
    ['not approved', { status: 'pending' }, {}, 422, 'TEMPLATE_NOT_APPROVED'],
    ['rejected', { status: 'rejected' }, {}, 422, 'TEMPLATE_NOT_APPROVED'],
    ['without values', {}, { variables: null }, 422, 'TEMPLATE_MISMATCH'],
    ['with one value too many', {}, { variables: ['a', 'b', 'c'] }, 422, 'TEMPLATE_MISMATCH'],
    [
      'with two values for one position',
      {},
      { variables: { '1': 'Ana', name: 'Bo', '2': 'x' } },
      422,
      'TEMPLATE_MISMATCH',
    ],
    ['with an invalid position', {}, { variables: { '01': 'Ana', '2': 'x' } }, 422, 'TEMPLATE_MISMATCH'],
    ['with an empty value', {}, { variables: { '1': '', '2': 'x' } }, 422, 'TEMPLATE_MISMATCH'],
    ['with an empty value in a list', {}, { variables: [' ', 'x'] }, 422, 'TEMPLATE_MISMATCH'],
    ['of another sender', {}, { template_id: 9_000_000 }, 404, 'TEMPLATE_NOT_FOUND'],
    ['from a missing sender', {}, { sender_id: 9_000_000 }, 404, 'SENDER_NOT_FOUND'],
    ['to an invalid number', {}, { recipient_phone: '12' }, 422, 'INVALID_PHONE'],
  ])('%s is refused', async (_what, fields, body, status, code) => {
    const { own, send } = await prepare(fields);
    const answer = await send(body);
    expect([answer.status, answer.body.error_code], answer.text).toEqual([status, code]);
    expect((await own.get('/user/me')).body.total_balance).toBe(100);
  });

  test('is refused while the sender is offline, without balance, and after a STOP', async () => {
    const { own, sender, to, send } = await prepare();
    await own.put(`/sandbox/msgapp/senders/${sender.id}`, { status: 'offline' });
    const offline = await send();
    expect([offline.status, offline.body.error_code]).toEqual([422, 'SENDER_OFFLINE']);
    await own.put(`/sandbox/msgapp/senders/${sender.id}`, { status: 'online' });
    await setBalance(own, 0);
    const unpaid = await send();
    expect([unpaid.status, unpaid.body.error_code]).toEqual([402, 'INSUFFICIENT_BALANCE']);
    await setBalance(own, 1);
    const stop = { from: to.recipient_phone, message: 'STOP' };
    await own.post(`/sandbox/msgapp/senders/${sender.id}/inbound`, stop);
    const optedOut = await send();
    expect([optedOut.status, optedOut.body.error_code]).toEqual([403, 'OPTED_OUT']);
  });

  test.each([
    ['sender_id', 'x'],
    ['template_id', null],
    ['recipient_phone', 7],
    ['recipient_name', 'x'.repeat(256)],
    ['variables', 'Ana'],
    ['variables', 7],
    ['variables.1', { '1': {} }],
    ['variables.1', { '1': true, '2': 'x' }],
    ['variables.1', ['Ana', []]],
    ['variables.name', { name: 'x'.repeat(1025), '2': 'x' }],
  ])('is refused for an invalid %s (%#)', async (place, value) => {
    const [field = ''] = place.split('.');
    const { send } = await prepare();
    const answer = await send({ [field]: value });
    expect(answer.status, answer.text).toBe(422);
    expect(Object.keys(answer.body.errors)).toEqual([place]);
  });

  test('has its own limit of five a second, separate from freeform messages', async () => {
    const { send } = await prepare();
    const answers = await Promise.all(Array.from({ length: 6 }, () => send()));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });
});
