import { beforeAll, describe, expect, test } from 'vitest';
import { createAssistant } from '../../kit/assistants.ts';
import { sharedServer } from '../../kit/shared-server.ts';
import type { Client, TestServer } from '../../kit/test-server.ts';

let server: TestServer;
let account: Client;
let otherAccount: Client;

beforeAll(async () => {
  server = await sharedServer();
  account = await server.account();
  otherAccount = await server.account();
});

const fields = {
  name: 'order_status',
  description: 'Tells where an order is.',
  endpoint: 'https://shop.example/orders/{order_id}',
  method: 'GET',
};
const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);

async function newTool(client = account, extra: Record<string, unknown> = {}): Promise<number> {
  const created = await client.post('/user/tools', { ...fields, ...extra });
  expect(created.status).toBe(201);
  return created.body.data.id;
}

describe('a mid-call tool', () => {
  test('is created with defaults, read and listed without an envelope, changed and deleted', async () => {
    const own = await server.account();
    const created = await own.post('/user/tools', { ...fields, name: ' order_status ' });
    expect(created.status).toBe(201);
    const tool = {
      id: expect.any(Number),
      ...fields,
      timeout: 10,
      headers: [],
      schema: [],
      created_at: timestamp,
      updated_at: timestamp,
    };
    expect(created.body).toEqual({ message: expect.any(String), data: tool });
    expect(Object.keys(created.body.data)).toEqual(Object.keys(tool));
    const path = `/user/tools/${created.body.data.id}`;
    const accept = { 'content-type': 'application/json', accept: 'application/json' };
    expect((await own.get('/user/tools', accept)).body).toEqual([created.body.data]);
    expect((await own.get(path)).body).toEqual(created.body.data);
    const changes = {
      timeout: '30',
      headers: [{ name: 'Authorization', value: 'Bearer 4711' }],
      schema: [{ name: 'order_id', type: 'string', description: 'Which order' }],
    };
    const changed = await own.put(path, changes);
    expect(changed.status).toBe(200);
    expect(changed.body.data).toEqual({ ...tool, ...changes, timeout: 30 });
    expect(changed.body.data.updated_at > created.body.data.updated_at).toBe(true);
    expect((await own.put(path, {})).body.data).toMatchObject({ ...changes, timeout: 30 });
    const reset = await own.put(path, { timeout: null, headers: [], schema: null, method: 'DELETE' });
    expect(reset.body.data).toMatchObject({ timeout: 10, headers: [], schema: [], method: 'DELETE' });
    expect((await own.delete(path)).body).toEqual({ message: expect.any(String) });
    expect((await own.get(path)).body).toEqual({ message: 'Tool not found.' });
    expect((await own.get('/user/tools')).body).toEqual([]);
  });

  test('encrypts its header values in the database', async () => {
    const headers = [{ name: 'X-Key', value: 'very-secret-4711' }];
    const id = await newTool(account, { headers });
    const [row] = await server.database.query<{ text: string; sealed: Buffer }>(
      'select tools::text as text, sealed_headers as sealed from tools where id = $1',
      [id],
    );
    expect(row?.text).not.toContain('4711');
    expect(row?.sealed.includes('4711')).toBe(false);
    expect(row?.text).not.toContain(Buffer.from('4711').toString('hex'));
    expect((await account.get(`/user/tools/${id}`)).body.headers).toEqual(headers);
  });

  test.each([
    ['a', 'a'.repeat(64), 'a_b'].map((name) => ({ name })),
    [{ description: 'ü'.repeat(255) }, { timeout: 1 }, { timeout: 30 }],
    ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((method) => ({ method })),
    [{ endpoint: 'http://shop.example/a?b={c}' }, { headers: null }, { schema: [] }],
    [{ schema: [{ name: 'ab', type: 'boolean', description: 'abc' }] }],
    [{ schema: [{ name: 'A'.repeat(32), type: 'number', description: 'x'.repeat(255) }] }],
  ])('accepts values at their limits (%#)', async (...good) => {
    for (const extra of good)
      expect((await account.post('/user/tools', { ...fields, ...extra })).status).toBe(201);
  });

  test.each([
    [{ name: 'Order' }, 'name'],
    [{ name: '_order' }, 'name'],
    [{ name: 'order2' }, 'name'],
    [{ name: 'order-status' }, 'name'],
    [{ name: 'a'.repeat(65) }, 'name'],
    [{ description: 'ü'.repeat(256) }, 'description'],
    [{ endpoint: 'shop.example' }, 'endpoint'],
    [{ endpoint: 'ftp://shop.example' }, 'endpoint'],
    [{ endpoint: 'https://me:secret@shop.example' }, 'endpoint'],
    [{ endpoint: 'https://{host}.example/a' }, 'endpoint'],
    [{ endpoint: 'https://{{tenant}}.example/a' }, 'endpoint'],
    [{ endpoint: 'https://shop.example:{{port}}/a' }, 'endpoint'],
    [{ headers: [{ name: 'x-{{tenant}}', value: 'x' }] }, 'headers.0.name'],
    [{ headers: [{ name: 'Idempotency-Key', value: 'x' }] }, 'headers'],
    [{ headers: [{ name: 'X-Parley-Customer-Phone', value: 'x' }] }, 'headers'],
    [{ headers: [{ name: 'webhook-signature', value: 'x' }] }, 'headers'],
    [{ method: 'get' }, 'method'],
    [{ method: 'HEAD' }, 'method'],
    [{ timeout: 0 }, 'timeout'],
    [{ timeout: 31 }, 'timeout'],
    [{ timeout: 1.5 }, 'timeout'],
    [{ headers: 'none' }, 'headers'],
    [{ headers: [{ name: 'X-Key' }] }, 'headers.0.value'],
    [{ headers: [{ value: '1' }] }, 'headers.0.name'],
    [{ headers: [{ name: 'X Key', value: '1' }] }, 'headers.0.name'],
    [{ headers: [{ name: 'Host', value: 'x' }] }, 'headers.0.name'],
    [{ headers: [{ name: 'X-Key', value: 'a\r\nb: c' }] }, 'headers.0.value'],
    [{ headers: [{ name: 'X-Key', value: 'Ā' }] }, 'headers.0.value'],
    [{ schema: [{ name: 'a', type: 'string', description: 'abc' }] }, 'schema.0.name'],
    [{ schema: [{ name: 'a'.repeat(33), type: 'string', description: 'abc' }] }, 'schema.0.name'],
    [{ schema: [{ name: '_id', type: 'string', description: 'abc' }] }, 'schema.0.name'],
    [{ schema: [{ name: 'id2', type: 'string', description: 'abc' }] }, 'schema.0.name'],
    [{ schema: [{ name: 'id', type: 'integer', description: 'abc' }] }, 'schema.0.type'],
    [{ schema: [{ name: 'id', type: 'string', description: 'ab' }] }, 'schema.0.description'],
    [{ schema: [{ name: 'id', type: 'string', description: 'x'.repeat(256) }] }, 'schema.0.description'],
    [{ schema: [1, 2].map(() => ({ name: 'id', type: 'string', description: 'abc' })) }, 'schema'],
  ])('rejects %j on create and update', async (extra, field) => {
    const id = await newTool();
    for (const answer of [
      await account.post('/user/tools', { ...fields, ...extra }),
      await account.put(`/user/tools/${id}`, extra),
    ]) {
      expect(answer.status).toBe(422);
      expect(Object.keys(answer.body.errors)).toEqual([field]);
    }
    expect((await account.get(`/user/tools/${id}`)).body).toMatchObject(fields);
  });

  test('reports all missing fields', async () => {
    const refused = await account.post('/user/tools', {});
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.body.errors)).toEqual(['name', 'description', 'endpoint', 'method']);
    expect(refused.body.message).toBe('The name field is required. (and 3 more errors)');
    expect(
      Object.keys((await account.put(`/user/tools/${await newTool()}`, { name: null })).body.errors),
    ).toEqual(['name']);
  });

  test('of another account looks like a missing one', async () => {
    const id = await newTool();
    for (const path of [`/user/tools/${id}`, '/user/tools/99999999', '/user/tools/none']) {
      for (const { status, body } of [
        await otherAccount.get(path),
        await otherAccount.put(path, { name: 'mine' }),
        await otherAccount.put(path, { name: '!' }),
        await otherAccount.delete(path),
        await otherAccount.post(`${path}/test`),
        await otherAccount.post(`${path}/test`, { arguments: 'none' }),
      ]) {
        expect({ status, body }).toEqual({ status: 404, body: { message: 'Tool not found.' } });
      }
    }
    expect((await otherAccount.get('/user/tools')).body).toEqual([]);
    expect((await account.get(`/user/tools/${id}`)).body.name).toBe('order_status');
    const assistant = await createAssistant(otherAccount);
    const refusals = [id, 99999999].map((toolId) =>
      otherAccount.put(`/user/assistant/${assistant.id}`, { tool_ids: [toolId] }),
    );
    const [foreign, missing] = await Promise.all(refusals);
    expect(foreign?.status).toBe(422);
    expect(foreign?.body).toEqual(missing?.body);
  });

  test('is removed from all assistants when deleted; the others keep their order', async () => {
    const [first, second, third] = [await newTool(), await newTool(), await newTool()];
    const one = await createAssistant(account, { tool_ids: [third, first, second] });
    const other = await createAssistant(account, { tool_ids: [first] });
    await account.delete(`/user/tools/${first}`);
    expect((await account.get(`/user/assistant/${one.id}`)).body.data.tool_ids).toEqual([third, second]);
    expect((await account.get(`/user/assistant/${other.id}`)).body.data.tool_ids).toEqual([]);
  });

  test('leaves no id behind if it is deleted while an assistant is saved', async () => {
    const assistant = await createAssistant(account);
    for (let round = 0; round < 10; round += 1) {
      const id = await newTool();
      await Promise.all([
        account.put(`/user/assistant/${assistant.id}`, { tool_ids: [id] }),
        account.delete(`/user/tools/${id}`),
      ]);
      const read = await account.get(`/user/assistant/${assistant.id}`);
      expect(read.body.data.tool_ids).toEqual([]);
    }
  });
});
