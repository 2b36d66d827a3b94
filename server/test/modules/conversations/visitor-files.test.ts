import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { beforeAll, describe, expect, test } from 'vitest';
import { deleteUnsentFiles } from '../../../src/modules/conversations/widget/files/file-store.ts';
import { createAssistant } from '../../kit/assistants.ts';
import { sharedServer } from '../../kit/shared-server.ts';
import type { Answer, Client, TestServer } from '../../kit/test-server.ts';

let server: TestServer;
let account: Client;
let assistant: { id: number; uuid: string };

beforeAll(async () => {
  server = await sharedServer();
  account = await server.account();
  assistant = await createAssistant(account);
});

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

async function open(uuid = assistant.uuid): Promise<string> {
  return (await server.visitor.post('/conversations', { assistant_id: uuid })).body.conversation_id;
}

function form(bytes: Buffer | string = PNG, name = 'photo.png'): FormData {
  const body = new FormData();
  body.set('file', new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]), name);
  return body;
}

function upload(conversation: string, bytes: Buffer | string = PNG, name = 'photo.png'): Promise<Answer> {
  return server.visitor.post(`/conversations/${conversation}/files`, form(bytes, name));
}

const withoutFiles = () => createAssistant(account, { widget_settings: { files_enabled: false } });

/** The status of the answer to an upload whose body never comes. */
function answerToHead(conversation: string, type: string): Promise<number | undefined> {
  const headers = { 'content-type': type, 'content-length': '1000000' };
  const url = `${server.address}/api/conversations/${conversation}/files`;
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  const sent = request(url, { method: 'POST', headers }, (answer) => {
    resolve(answer.statusCode);
    sent.destroy();
  });
  sent.on('error', reject);
  sent.flushHeaders();
  return promise;
}

async function uploaded(conversation: string): Promise<string> {
  const { status, body } = await upload(conversation);
  expect(status).toBe(201);
  return body.file.id;
}

const say = (conversation: string, body: object, headers?: Record<string, string>) =>
  server.visitor.post(`/conversations/${conversation}/messages`, body, headers);

const fileAt = (conversation: string, file: string) =>
  fetch(`${server.address}/api/conversations/${conversation}/files/${file}`);

describe('a file of a visitor', () => {
  test('is sent with a message, and shown to the visitor and to the account', async () => {
    const conversation = await open();
    const { body } = await upload(conversation, PNG, 'Foto \u202emärz.png');
    expect(body).toEqual({
      status: true,
      file: {
        id: expect.any(String),
        name: 'Foto märz.png',
        content_type: 'image/png',
        byte_count: PNG.length,
      },
    });
    const sent = await say(conversation, { message: 'What is this?', files: [body.file.id] });
    expect(sent.status).toBe(200);
    const { history } = (await server.visitor.get(`/conversations/${conversation}`)).body;
    expect(history.at(-2)).toEqual({
      role: 'user',
      content: 'What is this?\n[attachment: Foto märz.png, image/png]',
      files: [body.file],
    });
    const shown = await fileAt(conversation, body.file.id);
    expect(Buffer.from(await shown.arrayBuffer()).equals(PNG)).toBe(true);
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': "inline; filename*=UTF-8''Foto%20m%C3%A4rz.png",
      'content-security-policy': expect.stringContaining('sandbox'),
      'x-content-type-options': 'nosniff',
      'cache-control': expect.stringContaining('private'),
      'access-control-allow-origin': '*',
    });
    const { transcript } = (await account.get(`/user/conversations/${conversation}`)).body.data;
    const [attachment] = transcript.at(-2).attachments;
    expect(attachment).toMatchObject({ file_name: 'Foto märz.png', status: 'stored', error: null });
    const path = `/user/msgapp/attachments/${attachment.id}`;
    expect((await account.get(path)).status).toBe(200);
    expect((await (await server.account()).get(path)).status).toBe(404);
  });

  test('needs no text, is sent once, and a repeated request is the same message', async () => {
    const conversation = await open();
    const files = [await uploaded(conversation)];
    const key = { 'idempotency-key': randomUUID() };
    const first = await say(conversation, { files }, key);
    const again = await say(conversation, { files }, key);
    expect([first.status, again.status, again.text]).toEqual([200, 200, first.text]);
    const other = await say(conversation, { message: 'And again', files });
    expect([other.status, Object.keys(other.body.errors)]).toEqual([422, ['files']]);
    const { history } = (await server.visitor.get(`/conversations/${conversation}`)).body;
    expect(history.filter(({ role }: { role: string }) => role === 'user')).toHaveLength(1);
  });

  test('goes to one of two concurrent messages, and only that one is charged', async () => {
    const conversation = await open();
    const files = [await uploaded(conversation)];
    const before = (await account.get('/user/me')).body.total_balance;
    const statuses = (
      await Promise.all(['One', 'Two'].map((message) => say(conversation, { message, files })))
    ).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 422]);
    expect(before - (await account.get('/user/me')).body.total_balance).toBeCloseTo(0.01);
  });

  test('that browsers could run or show as a page is a download', async () => {
    const conversation = await open();
    const { body } = await upload(conversation, 'a;b\n1;2\n', 'table.html');
    expect(body.file).toMatchObject({ name: 'table.html.txt', content_type: 'text/plain' });
    const { headers } = await fileAt(conversation, body.file.id);
    expect(headers.get('content-disposition')).toMatch(/^attachment; /);
    expect(headers.get('content-type')).toBe('application/octet-stream');
  });

  test.each([
    ['HTML named as a picture', '<!doctype html><script>alert(1)</script>'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['nothing', ''],
    ['11 MB', Buffer.concat([PNG, Buffer.alloc(11 * 1_048_576)])],
  ])('is refused: %s', async (_what, bytes) => {
    const answer = await upload(await open(), bytes);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['file']]);
  });

  test('is refused where visitors cannot send files, and in conversations they cannot write in', async () => {
    expect((await upload(await open((await withoutFiles()).uuid))).status).toBe(403);
    const guarded = await createAssistant(account, {
      widget_settings: { allowed_origins: ['https://shop.example'] },
    });
    const conversation = await open(guarded.uuid);
    const foreign = await server.visitor.post(`/conversations/${conversation}/files`, new FormData(), {
      origin: 'https://other.example',
    });
    expect(foreign.status).toBe(400);
    for (const missing of [randomUUID(), 'x']) expect((await upload(missing)).status).toBe(404);
  });

  test.each([
    ['to an unknown conversation', () => randomUUID(), 404],
    ['where visitors cannot send files', async () => open((await withoutFiles()).uuid), 403],
  ])('is refused before it is read: %s', async (_what, conversationOf, status) => {
    expect(await answerToHead(await conversationOf(), 'multipart/form-data; boundary=b')).toBe(status);
  });

  test('in a body that is no form is refused before it is read', async () => {
    expect(await answerToHead(await open(), 'application/json')).toBe(422);
  });

  test('of a stranger with a token counts against the limit of its address', async () => {
    const stranger = await server.account();
    const { headers, status } = await stranger.post(`/conversations/${await open()}/files`, form());
    expect([status, headers.get('x-ratelimit-limit')]).toEqual([201, '200']);
  });

  test('is refused when the account has 500 MB of files that are not sent', async () => {
    const { uuid } = await createAssistant(await server.account());
    const [first, second] = [await open(uuid), await open(uuid)];
    const file = await uploaded(first);
    const grow = (bytes: number) =>
      server.database.query('update attachments set byte_count = $2 where uuid = $1', [file, bytes]);
    await grow(500 * 1_048_576 - PNG.length + 1);
    expect((await upload(second)).status).toBe(429);
    await grow(500 * 1_048_576 - PNG.length);
    expect((await upload(second)).status).toBe(201);
    expect((await upload(second)).status).toBe(429);
    expect((await upload(await open())).status).toBe(201);
    await say(first, { files: [file] });
    expect((await upload(second)).status).toBe(201);
  });

  test('belongs to its conversation: others can neither read nor send it', async () => {
    const file = await uploaded(await open());
    const other = await open();
    expect((await fileAt(other, file)).status).toBe(404);
    expect((await fileAt(other, '../1')).status).toBe(404);
    const answer = await say(other, { message: 'Mine', files: [file] });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['files']]);
  });

  test.each([
    ['six files', { message: 'Hi', files: Array.from({ length: 6 }, () => randomUUID()) }, ['files']],
    ['an unknown file', { message: 'Hi', files: [randomUUID()] }, ['files']],
    [
      'a file twice',
      { message: 'Hi', files: Array(2).fill('6e6a2f5c-0000-4000-8000-000000000000') },
      ['files'],
    ],
    ['a path as id', { message: 'Hi', files: ['../../1'] }, ['files.0']],
    ['neither text nor files', { files: [] }, ['message']],
  ])('a message with %s is refused', async (_what, body, fields) => {
    const answer = await say(await open(), body);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, fields]);
  });

  test('that is not sent within a day is deleted, and a conversation keeps at most 20 of them', async () => {
    const conversation = await open();
    const sent = await uploaded(conversation);
    await say(conversation, { files: [sent] });
    const unsent = await uploaded(conversation);
    for (let count = 1; count < 20; count += 1) await uploaded(conversation);
    expect((await upload(conversation)).status).toBe(429);
    await server.database.query(
      `update attachments set created_at = created_at - interval '25 hours'
       where conversation_id = (select id from conversations where uuid = $1)`,
      [conversation],
    );
    await deleteUnsentFiles(server.database);
    expect((await fileAt(conversation, sent)).status).toBe(200);
    expect((await fileAt(conversation, unsent)).status).toBe(404);
    expect((await say(conversation, { message: 'Late', files: [unsent] })).status).toBe(422);
    await server.database.query('delete from conversations where uuid = $1', [conversation]);
    const left = await server.database.query(
      'select from attachment_pieces left join attachments on id = attachment_id where id is null',
    );
    expect([(await fileAt(conversation, sent)).status, left]).toEqual([404, []]);
  });
});
